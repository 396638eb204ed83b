import type { Identifier, RaRecord } from 'ra-core';
import { createContext, type KeyboardEvent, useContext } from 'react';
import { createListeners } from '../utils/store.ts';
import type { Move, Plan } from './planMove.ts';

interface Mover {
  /** Undefined where there is nowhere to move a record to. */
  plan: (record: RaRecord, way: Move) => Plan | undefined;
  /** Saves where it goes; says where it then stands, or why it does not move. */
  move: (record: RaRecord, way: Move) => void;
  /** The record whose move takes its time. */
  slow: Identifier | undefined;
  /** Where the handles stand by which rows are dragged. */
  slots: Slots;
}
export const MoveContext = createContext<Mover | undefined>(undefined);

/** How the rows of a tree are moved; undefined where they cannot be. */
export const useMove = () => useContext(MoveContext);

const ways: Record<string, Move> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/** Alt and an arrow on a row's link move the row. */
export function useMoveKeys(record: RaRecord | undefined) {
  const mover = useMove();
  if (!mover || !record) return undefined;
  return (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (!way || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Else the browser goes back.
    event.preventDefault();
    mover.move(record, way);
  };
}

/** The places of the handles by which rows are dragged, by record; the handles themselves come later. */
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
