import { sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { hasPublishedDeletedWith } from '../content/contentState.ts';
import { assertMayAppear } from '../content/publishRight.ts';
import { createYield } from '../core/turns.ts';
import { bumpVersion } from '../database/dataVersion.ts';
import { type Db, generic, isPostgres } from '../database/tables.ts';
import type { AppServices, UnitOfWork } from '../engine/callContext.ts';
import { findItemTakenSince } from '../engine/kinds/itemConflicts.ts';
import { checkDraft } from '../engine/write/checkDraft.ts';
import { partsOfRecords } from '../engine/write/partsByBytes.ts';
import type { Author } from '../engine/write/versions.ts';
import { writeMany } from '../engine/write/writeMany.ts';
import { stepMs } from '../steps/inSteps.ts';
import type { UndoEntry } from '../steps/undoEntries.ts';
import { takeDeleted, takenMeanwhile } from './recycled.ts';

const maxAtOnce = 100;

/**
 * Restores, in a few statements, the columns below one that need no check of their own: those without a template and whose URL name no live
 * column has. A thousand that were checked one by one kept other writers waiting for seconds.
 */
export async function restoreUnaffected({ db, note }: UnitOfWork, id: number): Promise<void> {
  const yieldToOthers = createYield(db);
  const found = await generic(db)
    .selectFrom('column as own')
    .leftJoin('column as other', (join) =>
      join
        .onRef('other.url_name', '=', 'own.url_name')
        .on('other.url_name', '<>', '')
        .on('other.deleted_at', 'is', null),
    )
    .select(['own.id', 'own.title', 'own.update_time'])
    .where('own.deleted_with', '=', id)
    .where('own.deleted_at', 'is not', null)
    .where('own.list_template', 'is', null)
    .where('own.detail_template', 'is', null)
    .where('other.id', 'is', null)
    .orderBy('own.id')
    .execute();
  for (let at = 0; at < found.length; at += maxAtOnce) {
    await yieldToOthers();
    const part = found.slice(at, at + maxAtOnce);
    const ids = part.map((row) => Number(row.id));
    await generic(db)
      .updateTable('column')
      .set({ deleted_at: null, deleted_with: null, version: sql`version + 1` })
      .where('id', 'in', ids)
      .where('deleted_with', '=', id)
      .execute();
    for (const { id: target_id, title, update_time } of part) {
      const version = { event: 'restore', since: String(update_time), isPublished: false } as const;
      note({ target: 'column', target_id: Number(target_id), after: { title }, version });
    }
  }
  await bumpVersion(db, 'column');
}

/**
 * Restores contents of one entity that were deleted with a column, for about as long as a step may take.
 * @param undo gets what takes it back
 * @returns whether some may be left
 * @throws CallError, InvalidInput as `restore`
 */
export async function restoreSome(
  context: Author & UnitOfWork & Pick<AppServices, 'database'>,
  entity: Entity,
  column: number,
  undo: UndoEntry[],
): Promise<boolean> {
  const { db } = context;
  const { name } = entity;
  const until = performance.now() + stepMs[context.database.kind];
  const yieldToOthers = createYield(db);
  const rows = await generic(db)
    .selectFrom(name)
    .select(['id', 'deleted_at'])
    .where('deleted_with', '=', column)
    .limit(maxAtOnce)
    .execute();
  if (rows.length === 0) return false;
  if (await hasPublishedDeletedWith(db, entity, column)) await assertMayAppear(context, entity);
  const taken = await findItemTakenSince(context, entity, column);
  if (taken) throw takenMeanwhile(context, entity, taken, `${name}.${taken.field}`);
  const times = new Map(rows.map(({ id, deleted_at }) => [Number(id), deleted_at]));
  const after = { deleted_at: null, deleted_with: null };
  // As in the column's deletion, its contents are no records of a batch of their own.
  const outsideBatch = { ...context, batch: '' };
  for (const part of await partsOfRecords(db, entity, [...times.keys()])) {
    await yieldToOthers();
    const takenSlugs = await withTakenSlugs(db, entity, part);
    const cleared = await movedReferences(db, entity, part);
    const unfit = new Set([...takenSlugs, ...cleared.keys()]);
    const alike = part.filter((id) => !unfit.has(id));
    for (const [deleted_at, ids] of Map.groupBy(alike, (id) => times.get(id))) {
      await writeMany(outsideBatch, entity, ids, { event: 'restore', columns: after });
      undo.push({ ids, before: { deleted_at, deleted_with: column }, after, event: 'delete' });
    }
    for (const id of unfit) {
      const row = await takeDeleted(db, entity, id);
      const freeSlug = takenSlugs.has(id) ? await checkDraft(context, entity, { slug: '' }, row) : {};
      const changes = { ...freeSlug, ...cleared.get(id) };
      await writeMany(outsideBatch, entity, [id], { event: 'restore', changes, columns: { ...after, ...changes } });
      const held = Object.fromEntries(Object.keys(changes).map((field) => [field, row[field]]));
      const before = { ...held, deleted_at: times.get(id), deleted_with: column };
      undo.push({ ids: [id], before, after: { ...after, ...changes }, event: 'delete' });
    }
    if (performance.now() > until) return true;
  }
  return rows.length === maxAtOnce;
}

/**
 * Those of the contents whose slug another one of their column has: while a column was deleted in steps, somebody added another of the
 * same title to it.
 */
async function withTakenSlugs(db: Db, { name }: Entity, ids: number[]): Promise<ReadonlySet<number>> {
  const rows = await generic(db)
    .selectFrom(`${name} as own`)
    .leftJoin(`${name} as other`, (join) =>
      join
        .onRef('other.col_id', '=', 'own.col_id')
        .onRef('other.slug', '=', 'own.slug')
        .on('other.slug', '<>', '')
        .on('other.deleted_at', 'is', null),
    )
    .select(['own.id', 'own.col_id', 'own.slug', 'other.id as other'])
    .where('own.id', 'in', ids)
    .orderBy('own.id')
    .execute();
  const seen = new Set<string>();
  const taken = rows.filter(({ col_id, slug, other }) => {
    const key = `${col_id} ${slug}`;
    const isTaken = slug !== '' && (other !== null || seen.has(key));
    seen.add(key);
    return isTaken;
  });
  return new Set(taken.map(({ id }) => Number(id)));
}

/**
 * Empty references, by the content's id, in place of those to a record that no longer matches: a category that was moved to another
 * column meanwhile.
 */
async function movedReferences(
  db: Db,
  { name, fields }: Entity,
  ids: number[],
): Promise<Map<number, Record<string, null>>> {
  const cleared = new Map<number, Record<string, null>>();
  for (const [reference, { kind, entity: target, match = {} }] of Object.entries(fields)) {
    if (kind !== 'ref' || !target) continue;
    // As where a reference is checked (kinds/refs.ts): until these contents are back, the target must not stop matching.
    if (isPostgres(db) && Object.keys(match).length > 0)
      await generic(db)
        .selectFrom(target)
        .select('id')
        .where('id', 'in', generic(db).selectFrom(name).select(reference).where('id', 'in', ids))
        .orderBy('id')
        .forShare()
        .execute();
    for (const [theirs, own] of Object.entries(match)) {
      const rows = await generic(db)
        .selectFrom(`${name} as own`)
        .innerJoin(`${target} as other`, 'other.id', `own.${reference}`)
        .select('own.id')
        .where('own.id', 'in', ids)
        .whereRef(`other.${theirs}`, '<>', sql.ref(`own.${own}`))
        .execute();
      for (const { id } of rows) cleared.set(Number(id), { ...cleared.get(Number(id)), [reference]: null });
    }
  }
  return cleared;
}
