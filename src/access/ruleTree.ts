import type { RaRecord } from 'ra-core';

/** A screen's rule with those of its calls below it; a rule of no screen stands alone. */
export interface Group {
  top: RaRecord;
  below: RaRecord[];
}

/** Rules in tree order, grouped by the first level. */
export function groupsOf(rules: readonly RaRecord[]): Group[] {
  const ids = new Set(rules.map(({ id }) => id));
  const tops = rules.filter(({ pid }) => !ids.has(pid));
  return tops.map((top) => ({ top, below: rules.filter(({ pid }) => pid === top.id) }));
}

export const allOf = ({ top, below }: Group) => [top, ...below];

/** Whether all, some or none of a group's rules are chosen. */
export function stateOf(group: Group, chosen: ReadonlySet<unknown>): 'true' | 'mixed' | 'false' {
  const n = allOf(group).filter(({ id }) => chosen.has(id)).length;
  if (n === 0) return 'false';
  return n === allOf(group).length ? 'true' : 'mixed';
}

/**
 * The rules after one was switched: a call brings its screen along, and a screen takes its calls away with it
 * (docs/contract.md, "Requests and replies").
 */
export function switched(group: Group, chosen: ReadonlySet<unknown>, id: unknown): Set<unknown> {
  const next = new Set(chosen);
  const isOn = !next.has(id);
  if (isOn) return next.add(id).add(group.top.id);
  next.delete(id);
  if (id === group.top.id) for (const rule of group.below) next.delete(rule.id);
  return next;
}

/** The rules after a whole group was switched: all of those that may be given, or none where these are chosen already. */
export function switchedAll(
  group: Group,
  chosen: ReadonlySet<unknown>,
  mayGive: (rule: RaRecord) => boolean,
): Set<unknown> {
  const given = allOf(group).filter(mayGive);
  const isAll = given.every(({ id }) => chosen.has(id));
  const next = new Set(chosen);
  for (const { id } of given) {
    if (isAll) next.delete(id);
    else next.add(id);
  }
  // A call is not given without its screen.
  if (!next.has(group.top.id)) for (const { id } of group.below) next.delete(id);
  return next;
}

/** The groups that hold a text in a title or path, each with what matches; of a screen that matches, all. */
export function searchedIn(groups: readonly Group[], text: string): Group[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [...groups];
  const has = ({ title, path }: RaRecord) => `${title}\n${path}`.toLowerCase().includes(wanted);
  return groups
    .map((group) => (has(group.top) ? group : { top: group.top, below: group.below.filter(has) }))
    .filter(({ top, below }) => below.length > 0 || has(top));
}

export interface Item {
  key: string;
  rule: RaRecord;
  /** The whole group that it stands in. */
  group: Group;
  level: 1 | 2;
  state: 'true' | 'mixed' | 'false';
  isOpen?: boolean;
  /** Of a group: how many of its rules are chosen. */
  count?: { n: number; all: number };
  /** It stands for opening the screen, among what can be done there. */
  isScreen: boolean;
  isOff: boolean;
}
