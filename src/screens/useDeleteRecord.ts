import { useDelete, useNotify, useRefresh } from 'ra-core';
import { isOver } from '../layout/useSession.ts';
import type { DeleteDialogProps } from '../resource.ts';
import { session } from '../services.ts';

interface Options {
  meta?: Record<string, number>;
  /** Takes a refusal that the dialog answers itself; what it does not take closes the dialog and is a toast. */
  onRefused?: (error: unknown) => boolean;
}

/** Deletes the record of a delete dialog; afterwards the dialog closes, a toast says how it went, and the list is read again. */
export function useDeleteRecord({ resource, record, onClose }: DeleteDialogProps) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [remove, { isPending }] = useDelete();
  const end = (message: string, type: 'success' | 'error') => {
    onClose();
    notify(message, { type });
    refresh();
  };
  const confirm = ({ meta, onRefused }: Options = {}) =>
    remove(
      resource.name,
      { id: record.id, previousData: record, meta },
      {
        mutationMode: 'pessimistic',
        // react-admin reports a call that a dead session refused as done.
        onSuccess: () => {
          if (!isOver(session.status())) end('list.deleted', 'success');
        },
        onError: (error) => {
          if (!onRefused?.(error)) end(error instanceof Error ? error.message : 'failure.refused', 'error');
        },
      },
    );
  return { confirm, isPending };
}
