import type { ReactNode } from 'react';
import type { Returned } from '../../contract/call.ts';
import type { searchRecords } from '../../contract/calls/console.ts';

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
