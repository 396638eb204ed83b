import { sql } from 'kysely';
import { maxRenamed, maxTags } from '../../contract/calls/tags.ts';
import type { Entity } from '../../contract/entity.ts';
import { contentEntities } from '../../contract/index.ts';
import { joinTags, tagsOf, typedTags } from '../../contract/tags.ts';
import { assertMay, canList, type Rights, rightsOf } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { createYield } from '../core/turns.ts';
import { dataVersionOf } from '../database/dataVersion.ts';
import { lowered } from '../database/derived/sqlFunctions.ts';
import { contains, type Db, generic } from '../database/tables.ts';
import { asProgram, type CallContext, type Caller, type Handlers, type SignedIn } from '../engine/callContext.ts';
import { hiddenFields, limitConditions } from '../engine/withinLimits.ts';
import { sentences } from '../engine/write/runEachInSavepoint.ts';
import { inSteps, stepMs } from '../steps/inSteps.ts';
import { recordUndo } from '../steps/undoEntries.ts';

interface Tag {
  title: string;
  total: number;
}

/** How many distinct texts of the field `tags` are read, or tags compared, before others get a turn. */
const countedAtOnce = 500;
/** Tags beyond this number are not counted, because each takes about a hundred bytes of memory. */
const maxCounted = 200_000;

interface Counted {
  version: number;
  /** Until when it may be used although records have changed, in milliseconds since 1970. */
  until: number;
  totals: ReadonlyMap<string, number>;
}
const counted = new WeakMap<Db, Map<string, Counted>>();

const tagged = contentEntities.filter(({ fields }) => 'tags' in fields);

/** The literal comparison lets SQLite use the partial index of tags, and no comparison of `deleted_at` alone tempts it to use another. */
const live = (caller: Caller, entity: Entity) =>
  generic(caller.db)
    .selectFrom(entity.name)
    .where(sql<boolean>`coalesce(deleted_at, '') = ''`)
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
  const totals = new Map<string, number>();
  const yieldToOthers = createYield(caller.db);
  for (let after = ''; ; ) {
    const rows = await live(caller, entity)
      .select(['tags', (eb) => eb.fn.countAll().as('n')])
      .where('tags', '>', after)
      .groupBy('tags')
      .orderBy('tags')
      .limit(countedAtOnce)
      .execute();
    for (const { tags, n } of rows)
      for (const tag of tagsOf(tags))
        if (totals.has(tag) || totals.size < maxCounted) totals.set(tag, (totals.get(tag) ?? 0) + Number(n));
    if (rows.length < countedAtOnce) return totals;
    after = String(rows.at(-1)?.tags);
    await yieldToOthers();
  }
}

const collator = new Intl.Collator('zh');

/** The tags whose name contains a text, the most used first; `maxTags` of them. */
async function tagsByUse(db: Db, totals: ReadonlyMap<string, number>, text: string): Promise<Tag[]> {
  const best: Tag[] = [];
  const compare = (one: Tag, other: Tag) => other.total - one.total || collator.compare(one.title, other.title);
  const yieldToOthers = createYield(db);
  let n = 0;
  for (const [title, total] of totals) {
    if (++n % countedAtOnce === 0) await yieldToOthers();
    const tag = { title, total };
    const last = best[maxTags - 1];
    if ((last && compare(tag, last) >= 0) || !title.toLowerCase().includes(text)) continue;
    const at = best.findIndex((other) => compare(tag, other) < 0);
    best.splice(at < 0 ? best.length : at, 0, tag);
    best.length = Math.min(best.length, maxTags);
  }
  return best;
}

const seesTags = (caller: Caller, rights: Rights, entity: Entity) =>
  canList(rights, entity) && !hiddenFields(caller, entity).includes('tags');

async function listTags(caller: Caller, searchKey: string): Promise<Tag[]> {
  const { db, admin } = caller;
  const rights = await rightsOf(db, admin as SignedIn);
  const totals = new Map<string, number>();
  for (const entity of tagged.filter((each) => seesTags(caller, rights, each)))
    for (const [tag, n] of await (admin?.limits ? countOf(caller, entity) : totalsOf(db, entity)))
      totals.set(tag, (totals.get(tag) ?? 0) + n);
  return tagsByUse(db, totals, searchKey.toLowerCase());
}

/** So many records are read for one step. */
const readAtOnce = 100;

/**
 * In steps, so that nobody waits for long; all or none. Skips models whose tags the caller does not see, because a refusal would tell that they
 * have the tag.
 * @throws CallError `forbidden` for a model whose records the caller may not edit, `tag_refused` with the record's title
 */
async function renameTag(context: CallContext, { title, to = '' }: { title: string; to?: string }): Promise<Renamed> {
  const rights = await rightsOf(context.db, context.admin as SignedIn);
  const found = await Promise.all(
    tagged
      .filter((entity) => seesTags(context, rights, entity))
      .map(async (entity) => ({ entity, ids: (await rowsWith(context, entity, title)).map(({ id }) => id) })),
  );
  const n = found.reduce((sum, { ids }) => sum + ids.length, 0);
  if (n > maxRenamed) throw new CallError('tag_many', { most: maxRenamed, n });
  const uses = found.flatMap(({ entity, ids }) => (ids.length > 0 && entity.calls.update ? [entity.calls.update] : []));
  for (const call of uses) await assertMay(context, call);
  const about = { title, to };
  return inSteps(context, { entity: tagged[0] as Entity, uses }, async (steps) => {
    const first = (await context.firstReply('rename', about)) as Renamed | undefined;
    if (first) return first;
    let total = 0;
    for (const { entity, ids } of found)
      for (let at = 0; at < ids.length; ) {
        const some = ids.slice(at, at + readAtOnce);
        const step = await steps.step(entity, about, async (inside, undo) => {
          const perform = recordUndo(inside.db, entity, undo, context.perform);
          return { read: await renameIn({ ...inside, perform }, entity, some, about), renamed: undo.length };
        });
        at += step.read;
        total += step.renamed;
      }
    return steps.finish('rename', about, about, async () => ({ total, batch: context.batch ?? '' }));
  });
}

interface Renamed {
  total: number;
  batch: string;
}

/** As many of the records as fit into one step. Those that lost the tag since are left alone. @returns how many it has looked at */
async function renameIn(
  inside: CallContext,
  entity: Entity,
  ids: number[],
  { title: from, to }: { title: string; to: string },
) {
  const yieldToOthers = createYield(inside.db);
  const until = performance.now() + stepMs[inside.database.kind];
  const rows = new Map((await rowsWith(inside, entity, from, ids)).map((row) => [row.id, row]));
  let done = 0;
  for (const id of ids) {
    if (done > 0 && performance.now() > until) break;
    await yieldToOthers();
    const row = rows.get(id);
    if (row) await renameOne(inside, entity, row, from, to);
    done++;
  }
  return done;
}

async function renameOne(
  inside: CallContext,
  { calls }: Entity,
  { id, title, tags }: Tagged,
  from: string,
  to: string,
) {
  const renamed = joinTags(tagsOf(tags).flatMap((tag) => (tag === from ? tagsOf(to) : [tag])));
  try {
    await inside.perform(inside, calls.update?.path ?? '', { id, tags: renamed });
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new CallError('tag_refused', { title: String(title) }, { id, errors: sentences(inside, error.errors) });
  }
}

interface Tagged {
  id: number;
  title: unknown;
  tags: unknown;
}

/** Records with a tag. @param ids only of these; without them, of all */
async function rowsWith(caller: Caller, entity: Entity, tag: string, ids?: number[]): Promise<Tagged[]> {
  const rows = await live(caller, entity)
    .select(['id', 'title', 'tags'])
    .where(contains(caller.db, sql.ref('tags'), lowered(tag)))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .orderBy('id')
    .execute();
  const all = rows.map(({ id, title, tags }) => ({ id: Number(id), title, tags }));
  return all.filter(({ tags }) => tagsOf(tags).includes(tag));
}

export const tagHandlers = {
  'base.Tag/list': (context, { searchKey }) => listTags(context, searchKey ?? ''),

  'base.Tag/rename': async (context, { title, to }) => {
    const [from = ''] = tagsOf(title);
    if (from !== title.trim()) throw new InvalidInput({ title: { key: 'tag_comma' } });
    // Separators alone are no name either, and must not remove the tag.
    if (to && typedTags(to).length !== 1) throw new InvalidInput({ to: { key: 'tag_comma' } });
    if (from === to) return { total: 0, batch: context.batch ?? '' };
    return renameTag(context, { title: from, ...(to && { to }) });
  },
} satisfies Partial<Handlers>;
