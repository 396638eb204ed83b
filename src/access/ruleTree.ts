import type { RaRecord } from 'ra-core';
import { foldText } from '../../contract/foldText.ts';
import { listRuleImpliedBy } from '../../contract/rules.ts';

/** A screen's rule with the rules of its calls; a rule without a screen is a group of its own. */
export interface Group {
  top: RaRecord;
  below: RaRecord[];
}

export function groupsOf(rules: readonly RaRecord[]): Group[] {
  const ids = new Set(rules.map(({ id }) => id));
  const tops = rules.filter(({ pid }) => !ids.has(pid));
  return tops.map((top) => ({ top, below: rules.filter(({ pid }) => pid === top.id) }));
}

export const allOf = ({ top, below }: Group) => [top, ...below];

export function stateOf(group: Group, chosen: ReadonlySet<unknown>): 'true' | 'mixed' | 'false' {
  const n = allOf(group).filter(({ id }) => chosen.has(id)).length;
  if (n === 0) return 'false';
  return n === allOf(group).length ? 'true' : 'mixed';
}

/**
 * Toggles a rule as the server would complete it: choosing a call chooses its screen too, and of a content model its list;
 * removing one of these removes the calls (docs/contract.md, "Requests and replies").
 */
export function switched(group: Group, chosen: ReadonlySet<unknown>, id: unknown): Set<unknown> {
  const next = new Set(chosen);
  const path = String(allOf(group).find((rule) => rule.id === id)?.path);
  if (!next.has(id)) {
    const list = group.below.find((rule) => rule.path === listRuleImpliedBy(path));
    if (list) next.add(list.id);
    return next.add(id).add(group.top.id);
  }
  next.delete(id);
  for (const rule of group.below)
    if (id === group.top.id || listRuleImpliedBy(String(rule.path)) === path) next.delete(rule.id);
  return next;
}

/** Toggles a group: chooses all rules that may be granted, or none if they are all chosen. */
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
  // No call is granted without its screen.
  if (!next.has(group.top.id)) for (const { id } of group.below) next.delete(id);
  return next;
}

export function searchedIn(groups: readonly Group[], text: string): Group[] {
  const wanted = foldText(text).trim();
  if (!wanted) return [...groups];
  const has = ({ title, path }: RaRecord) => foldText(`${title}\n${path}`).includes(wanted);
  return groups
    .map((group) => (has(group.top) ? group : { top: group.top, below: group.below.filter(has) }))
    .filter(({ top, below }) => below.length > 0 || has(top));
}

export interface Item {
  key: string;
  rule: RaRecord;
  /** The complete group, also while a search reduces it. */
  group: Group;
  level: 1 | 2;
  state: 'true' | 'mixed' | 'false';
  isOpen?: boolean;
  count?: { n: number; all: number };
  /** The item for opening the screen, among the calls of its group. */
  isScreen: boolean;
  isOff: boolean;
}
