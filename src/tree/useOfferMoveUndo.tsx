import { type Identifier, type RaRecord, useNotify } from 'ra-core';
import { useRef } from 'react';
import { UndoButton, undoTimes } from '../delete/useUndo.tsx';
import { useYieldToNextToast } from '../ui/useToast.ts';
import type { Plan } from './planMove.ts';

type Place = Plan['changes'][number]['data'];

/** A moved record, or one that made room for it: where it stood, and where the move put it. */
export interface MovedPlace {
  id: Identifier;
  before: Place;
  after: Place;
}

/** Keys move a record several steps in a row. They are told, and undone, as one move once no other step has come for so long. */
const settledMs = 300;

/** Whether a record still stands where a move has put it. Other back ends say 0 for the top level. */
export const standsAt = (row: RaRecord, place: Place): boolean =>
  Object.entries(place).every(([name, value]) => Number(row[name] ?? 0) === Number(value ?? 0));

/**
 * Notifies that a record was moved, with a button that undoes it.
 * @returns `add` takes what a move has changed, `hold` waits for further moves, `settle` tells when none is left to be saved
 */
export function useOfferMoveUndo(undo: (record: RaRecord, places: MovedPlace[]) => void, label: string) {
  const notify = useNotify();
  const moved = useRef<{ record: RaRecord; places: Map<Identifier, MovedPlace> }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const offer = () => {
    if (!moved.current) return;
    const { record, places } = moved.current;
    moved.current = undefined;
    notify('move.moved', {
      type: 'success',
      autoHideDuration: undoTimes.offeredMs,
      messageArgs: { title: record[label] },
      action: <UndoMove onUndo={() => undo(record, [...places.values()])} />,
    });
  };
  return {
    add: (record: RaRecord, changes: Plan['changes']) => {
      if (moved.current?.record.id !== record.id) offer();
      moved.current ??= { record, places: new Map() };
      const { places } = moved.current;
      for (const { record: changed, data } of changes) {
        const { pid, sort } = changed;
        const before = places.get(changed.id)?.before ?? { pid, sort };
        places.set(changed.id, { id: changed.id, before, after: { pid, sort, ...data } });
      }
    },
    hold: () => clearTimeout(timer.current),
    settle: () => {
      timer.current = setTimeout(offer, settledMs);
    },
  };
}

function UndoMove({ onUndo }: { onUndo: () => void }) {
  useYieldToNextToast();
  return <UndoButton onUndo={onUndo} />;
}
