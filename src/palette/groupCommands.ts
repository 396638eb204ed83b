import type { ReactNode } from 'react';
import type { Returned } from '../../contract/call.ts';
import type { searchRecords } from '../../contract/calls/console.ts';
import { matchCommand, type Range, type Readings } from '../utils/matchCommand.ts';

/** A command as the list shows it, with the ranges of its name and trail that match. */
export interface Option {
  command: Command;
  title: readonly Range[];
  trail: readonly Range[];
}

export interface Group {
  name: Command['group'] | 'recent';
  options: Option[];
}

interface Given {
  /** Screens and actions: they are matched. */
  commands: readonly Command[];
  /** Matched by the back end, best first. */
  records: readonly Command[];
  /** The last one first. */
  recent: readonly Command[];
  readings: Readings;
}

const unmarked = (command: Command): Option => ({ command, title: [], trail: [] });
const filled = (groups: Group[]) => groups.filter(({ options }) => options.length > 0);

/**
 * What the list shows: with an empty query the recently used and then all the rest; else what matches, the group with
 * the best match first, and the records last, since they come later.
 */
export function groupCommands(query: string, { commands, records, recent, readings }: Given): Group[] {
  const isRecent = new Set(recent.map(({ id }) => id));
  const all = (name: Command['group']) => commands.filter(({ group }) => group === name);
  if (!query.trim()) {
    const others = (name: Command['group']) => all(name).filter(({ id }) => !isRecent.has(id));
    return filled([
      { name: 'recent', options: recent.map(unmarked) },
      { name: 'screens', options: others('screens').map(unmarked) },
      { name: 'actions', options: others('actions').map(unmarked) },
    ]);
  }
  const ranked = (['screens', 'actions'] as const).map((name) => {
    const options = all(name)
      .flatMap((command) => {
        const match = matchCommand(query, command, readings);
        return match ? [{ command, ...match, score: match.score + (isRecent.has(command.id) ? 1 : 0) }] : [];
      })
      .toSorted((a, b) => b.score - a.score);
    return { name, options, best: options[0]?.score ?? 0 };
  });
  const found = records.map((command) => ({ ...unmarked(command), ...matchCommand(query, command, readings) }));
  return filled([...ranked.toSorted((a, b) => b.best - a.best), { name: 'records', options: found }]);
}

export type FoundRecord = Returned<typeof searchRecords>[number];

/** One thing that the palette offers. */
export interface Command {
  /** The same from day to day: the recently used are remembered by it. */
  id: string;
  group: 'screens' | 'actions' | 'records';
  /** What it is called: as it is shown, then in other languages and words. */
  titles: readonly [string, ...string[]];
  /** What stands beside its name, such as the way through the menu: as it is shown, then in other languages. */
  trails: readonly string[];
  icon: ReactNode;
  /** It is what is set or open now. */
  isCurrent?: boolean;
  /** Ends or begins the work anew, so that it is never offered first. */
  isFleeting?: boolean;
  /** The record that it opens: the recently used keep it, since no menu names it. */
  record?: FoundRecord;
  run: () => void;
}
