import { type Call, isRead } from '../contract/call.ts';
import { autoGroup, autoGroupConfig } from '../contract/calls/config.ts';
import { menu } from '../contract/calls/console.ts';
import { getContentTopMenu } from '../contract/calls/content.ts';
import { isOfSite } from '../contract/calls/site.ts';
import { single } from '../contract/entities/single.ts';
import { calls, entityList } from '../contract/index.ts';
import { CallFailure } from '../dataProvider/failure.ts';
import { readForeignMenu } from '../dataProvider/foreign/foreignMenu.ts';
import { readParams } from './examples.ts';
import type { CheckContext } from './lines.ts';

/** Ignores a failed call, because observed.ts has already recorded its result. */
export async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
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

/** Makes every reading call as the console does, except those that need an existing record. */
export async function makeReads({ http, provider, features, lines }: CheckContext): Promise<void> {
  const [column] = (await attempt(provider.getAll('column'))) ?? [];
  for (const { name, calls: own } of entityList) {
    const filter = own.list?.needs ? { [own.list.needs]: column?.id } : {};
    if (own.list && features.offers(own.list)) await attempt(provider.getList(name, { ...firstPage, filter }));
    // The console reads a tree as a whole and calls its list only for a search.
    if (own.list && own.all) await attempt(http.call(own.list, { page: 1 } as never));
    if (own.all && features.offers(own.all)) await attempt(provider.getAll(name));
  }
  for (const { call, entity } of calls.values()) {
    if (entity || isOfSite(call) || !isRead(call) || !isComplete(call) || !features.offers(call)) continue;
    // `readAsForeign` reads the menu, however its levels are sent.
    if (call === menu && !features.isExtended()) continue;
    await attempt(call.file ? http.download(call, paramsOf(call)) : http.call(call, paramsOf(call)));
  }
  if (!features.isExtended()) await readAsForeign({ http, provider, lines });
  const groups = (await attempt(http.call(autoGroup))) ?? [];
  const gid = Number(groups[0]?.id ?? 0);
  if (gid) await attempt(http.call(autoGroupConfig, { gid }));
  else lines.note(autoGroupConfig, 'untried', ['there is no group']);
}

/** Checks that the menu has children and that each single-page column has a record, as the console needs both. */
async function readAsForeign({ http, provider, lines }: Pick<CheckContext, 'http' | 'provider' | 'lines'>) {
  const entries = await attempt(readForeignMenu(http));
  if (entries?.length === 0)
    lines.note(menu, 'specified', ['the menu is empty: the console shows its home screen alone']);
  else if (entries && !entries.some(({ children }) => children.length > 0))
    lines.note(menu, 'differs', ['no menu entry has children, even when asked for with its pid']);
  const columns = await attempt(http.call(getContentTopMenu, { model: 'single' }));
  const pages = await attempt(provider.getList(single.name, firstPage));
  const lacking = (columns?.length ?? 0) - (pages?.total ?? Number.POSITIVE_INFINITY);
  if (lacking > 0)
    lines.note(single.calls.list, 'specified', [
      `single: columns without a record: ${lacking}; what is typed there first is saved with id 0 and the column`,
    ]);
}

const paramsOf = ({ path }: Call) => (readParams[path] ?? {}) as Record<string, never>;

const isComplete = ({ path, params }: Call) =>
  Object.entries(params).every(([name, { required }]) => !required || name in (readParams[path] ?? {}));
