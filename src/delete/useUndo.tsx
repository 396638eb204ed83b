import { Button } from '@mui/material';
import { useCloseNotification, useGetResourceLabel, useNotify, useRefresh, useTranslate } from 'ra-core';
import { type Outcome, recycleRestore } from '../../contract/calls/recycle.ts';
import { useMayCall } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useToast } from '../ui/useToast.ts';
import { isSecondClick } from '../utils/isSecondClick.ts';
import { restoring } from './steps.ts';

/** In milliseconds: time to read the message and to reach its button by keyboard. A test may set a longer one. */
export const undoTimes = { offeredMs: 10_000 };

/** Notifies that records were deleted, with an undo button if there is a recycle bin. */
export function useUndo({ name, entity }: Resource): (ids: number[]) => void {
  const notify = useNotify();
  const toast = useToast();
  const refresh = useRefresh();
  const mayCall = useMayCall();
  const why = useWhyRefused(name);
  const canUndo = entity.recycle && mayCall(recycleRestore);
  const undo = async (ids: number[]) => {
    const { size, take } = restoring(name);
    try {
      for (let at = 0; at < ids.length; at += size) {
        const [refused] = (await take(ids.slice(at, at + size))).failed;
        // `msg` names the record, the addition its fields.
        if (refused) throw new Error(refused.errors ? `${refused.msg} (${why(refused)})` : refused.msg);
      }
      toast.success('recycle.undone');
    } catch (error) {
      toast.error(error);
    }
    refresh();
  };
  return (ids) => {
    if (!canUndo) toast.success('list.deleted');
    else
      notify('list.deleted', {
        type: 'success',
        autoHideDuration: undoTimes.offeredMs,
        action: <UndoButton onUndo={() => undo(ids)} />,
      });
  };
}

export function UndoButton({ onUndo }: { onUndo: () => void }) {
  const translate = useTranslate();
  const close = useCloseNotification();
  return (
    <Button
      color="inherit"
      size="small"
      onClick={(event) => {
        if (isSecondClick(event)) return;
        close();
        onUndo();
      }}
    >
      {translate('recycle.undo')}
    </Button>
  );
}

type Refused = Outcome['failed'][number];

/** Why one record of many was refused: the errors by field, else the back end's message. */
export function useWhyRefused(resource: string): (refused: Refused) => string {
  const translate = useTranslate();
  const nameOf = useGetResourceLabel();
  const fieldIn = (entity: string, name: string) => translate(`resources.${entity}.fields.${name}`, { _: '' });
  /** `skus.0.sku` is a field of the record, `product.skus.sku` one of a dependent product. */
  const label = (path: string) => {
    const [first = '', second = ''] = path.split('.');
    return fieldIn(resource, first) || [nameOf(first, 1), fieldIn(first, second)].filter(Boolean).join(' ');
  };
  return ({ msg, errors }) =>
    errors
      ? Object.entries(errors)
          .map(([name, error]) => translate('list.filterIs', { name: label(name), value: error }))
          .join(translate('list.and'))
      : msg;
}
