import { useState } from 'react';
import type { Command } from './command.ts';

const pageLength = 8;

/** Where a key leads in a list of this length. Arrows go round; pages stop at the ends. */
const moves: Record<string, (at: number, length: number) => number> = {
  ArrowDown: (at, length) => (at + 1) % length,
  ArrowUp: (at, length) => (at - 1 + length) % length,
  Home: () => 0,
  End: (_at, length) => length - 1,
  PageDown: (at, length) => Math.min(at + pageLength, length - 1),
  PageUp: (at) => Math.max(at - pageLength, 0),
};

/** The command that Enter chooses: the first one, until another is pointed at; it stays the same while it is offered. */
export function useActive(commands: readonly Command[]) {
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    commands.findIndex(({ id }) => id === chosen),
    0,
  );
  return {
    active: commands[at],
    point: ({ id }: Command) => setChosen(id),
    toFirst: () => setChosen(undefined),
    /** @returns whether the key moves in the list */
    move: (key: string) => {
      const next = commands.length > 0 ? moves[key]?.(at, commands.length) : undefined;
      if (next !== undefined) setChosen(commands[next]?.id);
      return next !== undefined;
    },
  };
}
