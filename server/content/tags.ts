import { sql } from 'kysely';
import { mostRenamed, mostTags } from '../../contract/calls/tags.ts';
import type { Entity } from '../../contract/entity.ts';
import { joinTags, tagsOf } from '../../contract/tags.ts';
import { assertMay, canList, rightsOf } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { dataVersionOf } from '../database/dataVersion.ts';
import { type Db, generic } from '../database/tables.ts';
import { asProgram, type CallContext, type Caller, type Handlers, type SignedIn } from '../engine/callContext.ts';
import { contentEntities } from '../engine/computed.ts';
import { likeText } from '../engine/queryFilter.ts';
import { createYield, sentences } from '../engine/runEachInSavepoint.ts';
import { hiddenFields, limitConditions } from '../engine/withinLimits.ts';

interface Counted {
  version: number;
  /** Until when it may be used although records have changed, in milliseconds since 1970. */
  until: number;
  totals: ReadonlyMap<string, number>;
}
const counted = new WeakMap<Db, Map<string, Counted>>();

const tagged = contentEntities.filter(({ fields }) => 'tags' in fields);

/** The literal comparison lets SQLite use the partial index. */
const live = (caller: Caller, entity: Entity) =>
  generic(caller.db)
    .selectFrom(entity.name)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`tags <> ''`)
    .where((where) => where.and(limitConditions(caller, entity, where)));

/** A count is used until records change, and for ten times as long as it took, so that counting never takes over. */
async function totalsOf(db: Db, entity: Entity): Promise<ReadonlyMap<string, number>> {
  const all = counted.get(db) ?? new Map<string, Counted>();
  counted.set(db, all);
  const known = all.get(entity.name);
  const version = await dataVersionOf(db, entity.name);
  const started = performance.now();
  if (known && (known.version === version || started < known.until)) return known.totals;
  const totals = await countOf(asProgram(db), entity);
  const now = performance.now();
  all.set(entity.name, { version, until: now + 10 * (now - started), totals });
  return totals;
}

async function countOf(caller: Caller, entity: Entity): Promise<ReadonlyMap<string, number>> {
  const rows = await live(caller, entity)
    .select(['tags', (eb) => eb.fn.countAll().as('n')])
    .groupBy('tags')
    .execute();
  const totals = new Map<string, number>();
  for (const { tags, n } of rows) for (const tag of tagsOf(tags)) totals.set(tag, (totals.get(tag) ?? 0) + Number(n));
  return totals;
}

async function listTags(caller: Caller, searchKey: string): Promise<{ title: string; total: number }[]> {
  const { db, admin } = caller;
  const rights = await rightsOf(db, admin as SignedIn);
  const totals = new Map<string, number>();
  for (const entity of tagged.filter((each) => canList(rights, each) && !hiddenFields(caller, each).includes('tags')))
    for (const [tag, n] of await (admin?.limits ? countOf(caller, entity) : totalsOf(db, entity)))
      totals.set(tag, (totals.get(tag) ?? 0) + n);
  const wanted = searchKey.trim().toLowerCase();
  return [...totals]
    .filter(([title]) => title.toLowerCase().includes(wanted))
    .sort(([one, n], [other, m]) => m - n || one.localeCompare(other, 'zh'))
    .slice(0, mostTags)
    .map(([title, total]) => ({ title, total }));
}

/** @throws CallError `forbidden` for a model whose records the caller may not edit, `tag_refused` with the record's title */
async function renameTag(context: CallContext, from: string, to: string): Promise<number> {
  const found = await Promise.all(
    tagged
      .filter((entity) => !hiddenFields(context, entity).includes('tags'))
      .map(async (entity) => ({ entity, rows: await rowsWith(context, entity, from) })),
  );
  const total = found.reduce((sum, { rows }) => sum + rows.length, 0);
  if (total > mostRenamed) throw new CallError('tag_many', { most: mostRenamed, n: total });
  const yieldToOthers = createYield();
  for (const { entity, rows } of found) {
    const { update } = entity.calls;
    if (rows.length === 0 || !update) continue;
    await assertMay(context, update);
    for (const { id, title, tags } of rows) {
      await yieldToOthers();
      const renamed = joinTags(tagsOf(tags).flatMap((tag) => (tag === from ? tagsOf(to) : [tag])));
      try {
        await context.perform(context, update.path, { id, tags: renamed });
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        throw new CallError('tag_refused', { title: String(title) }, { id, errors: sentences(context, error.errors) });
      }
    }
  }
  return total;
}

async function rowsWith(caller: Caller, entity: Entity, tag: string) {
  const rows = await live(caller, entity)
    .select(['id', 'title', 'tags'])
    .where(sql<boolean>`lower(tags) like ${`%${likeText(tag)}%`} escape '\\'`)
    .orderBy('id')
    .execute();
  return rows.filter(({ tags }) => tagsOf(tags).includes(tag)) as { id: number; title: unknown; tags: unknown }[];
}

export const tagHandlers = {
  'base.Tag/list': (context, { searchKey }) => listTags(context, searchKey ?? ''),

  'base.Tag/rename': async (context, { title, to }) => {
    const [from = ''] = tagsOf(title);
    if (from !== title.trim()) throw new InvalidInput({ title: { key: 'tag_comma' } });
    // Commas alone are no name either, and must not remove the tag.
    if (to?.trim() && tagsOf(to).length !== 1) throw new InvalidInput({ to: { key: 'tag_comma' } });
    const total = from === (to ?? '').trim() ? 0 : await renameTag(context, from, to ?? '');
    return { total, batch: context.batch ?? '' };
  },
} satisfies Partial<Handlers>;
