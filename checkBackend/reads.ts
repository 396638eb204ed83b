import { type Call, isRead } from '../contract/call.ts';
import { autoGroup, autoGroupConfig } from '../contract/calls/config.ts';
import { isOfSite } from '../contract/calls/site.ts';
import { calls, entityList } from '../contract/index.ts';
import { CallFailure } from '../dataProvider/failure.ts';
import type { Checked } from './checked.ts';
import { readParams } from './examples.ts';

/** Goes on with the next where this one failed: how it failed is noted. */
export async function goingOn<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallFailure) return undefined;
    throw error;
  }
}

export const firstPage = {
  pagination: { page: 1, perPage: 10 },
  sort: { field: 'id', order: 'DESC' },
  filter: {},
} as const;

/** Every call that changes nothing, as the console makes it; those that need a record that is not there are left. */
export async function makeReads({ http, provider, features, lines }: Checked): Promise<void> {
  for (const { name, calls: own } of entityList) {
    if (own.list && features.offers(own.list)) await goingOn(provider.getList(name, firstPage));
    // A tree is shown of all its records; its list is asked when it is searched.
    if (own.list && own.all) await goingOn(http.call(own.list, { page: 1 } as never));
    if (own.all && features.offers(own.all)) await goingOn(provider.getAll(name));
  }
  for (const { call, entity } of calls.values()) {
    if (entity || isOfSite(call) || !isRead(call) || !isComplete(call) || !features.offers(call)) continue;
    await goingOn(call.file ? http.download(call, ofCall(call)) : http.call(call, ofCall(call)));
  }
  const groups = (await goingOn(http.call(autoGroup))) ?? [];
  const gid = Number(groups[0]?.id ?? 0);
  if (gid) await goingOn(http.call(autoGroupConfig, { gid }));
  else lines.note(autoGroupConfig, 'untried', ['there is no group']);
}

const ofCall = ({ path }: Call) => (readParams[path] ?? {}) as Record<string, never>;

const isComplete = ({ path, params }: Call) =>
  Object.entries(params).every(([name, { required }]) => !required || name in (readParams[path] ?? {}));
