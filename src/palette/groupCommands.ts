import type { ReactNode } from 'react';
import type { Returned } from '../../contract/call.ts';
import type { searchRecords } from '../../contract/calls/console.ts';
import { matchCommand, type Range, type Readings } from '../utils/matchCommand.ts';

/** A command in the list, with the matching ranges of its title and trail. */
export interface Option {
  command: Command;
  title: readonly Range[];
  trail: readonly Range[];
}

export interface Group {
  name: Command['group'] | 'recent';
  options: Option[];
}

interface Sources {
  /** Screens and actions, which are matched here. */
  commands: readonly Command[];
  /** Matched by the back end, the best first. */
  records: readonly Command[];
  recent: readonly Command[];
  readings: Readings;
}

const unmarked = (command: Command): Option => ({ command, title: [], trail: [] });
const filled = (groups: Group[]) => groups.filter(({ options }) => options.length > 0);

/**
 * The options to show. For an empty query: recent commands, then all others. Else the matches, the group of the best
 * match first; records always last, as they arrive later.
 */
export function groupCommands(query: string, { commands, records, recent, readings }: Sources): Group[] {
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

export type FoundRecord = Pick<Returned<typeof searchRecords>[number], 'entity' | 'id' | 'title' | 'path'>;

export interface Command {
  /** Stable, as recent commands are stored by it. */
  id: string;
  group: 'screens' | 'actions' | 'records';
  /** The visible title first, then the title in other languages and synonyms. */
  titles: readonly [string, ...string[]];
  /** Text beside the title, such as its path in the menu: visible first, then in other languages. */
  trails: readonly string[];
  icon: ReactNode;
  /** The setting is chosen, or the screen is open. */
  isCurrent?: boolean;
  /** Not stored among the recent commands: reload, sign out. */
  isTransient?: boolean;
  /** The record that it opens, stored with recent commands since no menu has it. */
  record?: FoundRecord;
  run: () => void;
}
