import type { Identifier } from 'ra-core';
import { createListeners } from '../utils/store.ts';

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
