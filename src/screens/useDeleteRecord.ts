import { useDelete, useRefresh } from 'ra-core';
import { isOver } from '../layout/useSession.ts';
import { useUndo } from '../recycle/useUndo.tsx';
import type { DeleteDialogProps } from '../resource.ts';
import { session } from '../services.ts';
import { useSay } from '../useSay.ts';

interface Options {
  meta?: Record<string, number>;
  /** Takes a refusal that the dialog answers itself; what it does not take closes the dialog and is a toast. */
  onRefused?: (error: unknown) => boolean;
}

/** Deletes the record of a delete dialog; afterwards the dialog closes, a toast says how it went, and the list is read again. */
export function useDeleteRecord({ resource, record, onClose }: DeleteDialogProps) {
  const say = useSay();
  const refresh = useRefresh();
  const sayDeleted = useUndo(resource);
  const [remove, { isPending }] = useDelete();
  const end = (tell: () => void) => {
    onClose();
    tell();
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
          if (!isOver(session.status())) end(() => sayDeleted([record.id]));
        },
        onError: (error) => {
          if (!onRefused?.(error)) end(() => say.failed(error));
        },
      },
    );
  return { confirm, isPending };
}
