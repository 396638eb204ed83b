import type { Identifier, RaRecord } from 'ra-core';
import { createContext, type KeyboardEvent, useContext } from 'react';
import { createListeners } from '../utils/store.ts';
import type { Move, Plan } from './planMove.ts';

interface Mover {
  /** Undefined if the move is not possible. */
  plan: (record: RaRecord, direction: Move) => Plan | undefined;
  /** Saves the move, and announces the new position or why it is not possible. */
  move: (record: RaRecord, direction: Move) => void;
  slow: Identifier | undefined;
  slots: Slots;
}
export const MoveContext = createContext<Mover | undefined>(undefined);

/** Undefined where rows cannot be moved. */
export const useMove = () => useContext(MoveContext);

const directions: Record<string, Move> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/** Moves the row by Alt and an arrow key, on its link or its move button. */
export function useMoveKeys(record: RaRecord | undefined) {
  const mover = useMove();
  if (!mover || !record) return undefined;
  return (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (!direction || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Alt+Left would navigate back.
    event.preventDefault();
    mover.move(record, direction);
  };
}

/** The elements that drag handles are rendered into, by record id, once their script is loaded. */
export interface Slots {
  set(id: Identifier, slot: HTMLElement | null): void;
  all(): ReadonlyMap<Identifier, HTMLElement>;
  subscribe(listener: () => void): () => void;
}

export function createSlots(): Slots {
  let slots: ReadonlyMap<Identifier, HTMLElement> = new Map();
  const listeners = createListeners();
  return {
    set: (id, slot) => {
      const next = new Map(slots);
      if (slot) next.set(id, slot);
      else next.delete(id);
      slots = next;
      listeners.notify();
    },
    all: () => slots,
    subscribe: listeners.subscribe,
  };
}
