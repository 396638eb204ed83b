import { Button } from '@mui/material';
import { useCloseNotification, useNotify, useRefresh, useTranslate } from 'ra-core';
import { recycleRestore } from '../../contract/calls/recycle.ts';
import { useMayCall } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useToast } from '../ui/useToast.ts';
import { restoring } from './steps.ts';
import { useWhyRefused } from './useWhyRefused.ts';

/** Long enough to be read and reached by keyboard. */
const undoMs = 10_000;

/** Says that records were deleted, with a button that takes it back where there is a recycle bin. */
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
        // The sentence names the record, what follows its field.
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
        autoHideDuration: undoMs,
        action: <UndoButton onUndo={() => undo(ids)} />,
      });
  };
}

function UndoButton({ onUndo }: { onUndo: () => void }) {
  const translate = useTranslate();
  const close = useCloseNotification();
  return (
    <Button
      color="inherit"
      size="small"
      onClick={() => {
        close();
        onUndo();
      }}
    >
      {translate('recycle.undo')}
    </Button>
  );
}
