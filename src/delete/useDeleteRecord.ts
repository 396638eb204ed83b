import { useDelete, useRefresh } from 'ra-core';
import { useState } from 'react';
import { CallFailure, isRefusal } from '../../dataProvider/failure.ts';
import type { DeleteDialogProps } from '../declaration/resource.ts';
import { useToast } from '../ui/useToast.ts';
import { useUndo } from './useUndo.tsx';

/** The number of a record's dependents, by entity. */
export type Held = Record<string, number>;

/**
 * Deletes the record of a delete dialog; then the dialog closes, a toast shows the result, and the list is read again.
 * @param known the dependents, if they are known before
 * @returns `holds`: the known dependents, or those of a refusal (`data.holds`), after which the dialog stays open
 */
export function useDeleteRecord({ resource, record, onClose }: DeleteDialogProps, known?: Held) {
  const toast = useToast();
  const refresh = useRefresh();
  const sayDeleted = useUndo(resource);
  const [refused, setRefused] = useState<Held>();
  const [remove, { isPending }] = useDelete();
  const end = (tell: () => void) => {
    onClose();
    tell();
    refresh();
  };
  const confirm = (meta?: Record<string, number>) =>
    remove(
      resource.name,
      { id: record.id, previousData: record, meta },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => end(() => sayDeleted([record.id])),
        onError: (error) => {
          if (error instanceof CallFailure && error.data.holds) setRefused(error.data.holds as Held);
          else end(() => (resource.record.silent === 'all' && isRefusal(error) ? undefined : toast.error(error)));
        },
      },
    );
  const title = String(record[resource.entity.label] ?? record.id);
  return { confirm, isPending, title, holds: refused ?? known };
}
