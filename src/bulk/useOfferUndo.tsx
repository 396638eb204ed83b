import { useNotify, useRefresh } from 'ra-core';
import type { ReactNode } from 'react';
import { lateTexts } from '../../i18n/index.ts';
import { UndoButton, undoTimes } from '../delete/useUndo.tsx';
import { useToast } from '../ui/useToast.ts';
import { undoing } from './undoing.ts';

/** Notifies that a batch is done, with a button that undoes it. `more`: another one before it. */
export function useOfferUndo(): (
  message: string,
  messageArgs: Record<string, unknown>,
  batch: string | undefined,
  more?: ReactNode,
) => void {
  const notify = useNotify();
  const refresh = useRefresh();
  const toast = useToast();
  const undo = async (batch: string) => {
    try {
      const { done, left } = await undoWhole(batch);
      await lateTexts();
      if (left > 0) notify('batches.partly', { type: 'warning', messageArgs: { done, n: left } });
      else toast.success('batches.done', { n: done });
    } catch (error) {
      toast.error(error);
    }
    refresh();
  };
  return (message, messageArgs, batch, more) => {
    if (!batch && !more) toast.success(message, messageArgs);
    else
      notify(message, {
        type: 'success',
        autoHideDuration: undoTimes.offeredMs,
        messageArgs,
        action: (
          <>
            {more}
            {batch && <UndoButton onUndo={() => undo(batch)} />}
          </>
        ),
      });
  };
}

/** Records that somebody has changed meanwhile are left. */
async function undoWhole(batch: string): Promise<{ done: number; left: number }> {
  const steps = undoing(batch, [], ({ title }) => title || '#');
  const total = { done: 0, left: 0 };
  while (!steps.isOver()) {
    const { done, failed } = await steps.take([], batch);
    total.done += done;
    total.left += failed.length;
  }
  return total;
}
