import type { Entity } from '../../contract/entity.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { nonEmpty } from '../database/statements.ts';
import { type Db, generic, type Row } from '../database/tables.ts';
import type { Change } from '../engine/callContext.ts';
import type { Feature, StoredWrite } from '../engine/hooks.ts';

type Values = Record<string, unknown>;
const scope = ['col_id', 'slug'] as const;

/** The public site finds a record by the slugs that it has had, in the columns in which it had them. */
export const oldSlugs: Feature = {
  // Rows of `import_step` from before an upgrade have their undo data under this name, so it must not change.
  name: 'oldSlugs',
  isAbout: ({ fields }) => fields.slug?.redirects === true,
  afterWrite: ({ db }, write) => rememberSlug(db, write),
  revert: (db, noted, ids) => revertOldSlugs(db, noted as OldSlugs, ids),
};

/** Stores the slug that a record gives up, or the column in which it had it. */
async function rememberSlug(db: Db, { entity, before, values }: StoredWrite): Promise<void> {
  if (!before?.slug) return;
  if (scope.some((each) => each in values && values[each] !== before[each]))
    await insertOldSlugs(db, entity.name, [before as Row]);
}

/** Rows that a move wrote into the table of earlier slugs, and rows of other records that it replaced. */
export interface OldSlugs {
  written: Values[];
  replaced: Values[];
}

export function oldSlugsOfRecords({ written, replaced }: OldSlugs, ids: readonly number[]): OldSlugs {
  const ours = written.filter(({ record_id }) => ids.includes(Number(record_id)));
  const slugs = new Set(ours.map(({ slug }) => slug));
  return { written: ours, replaced: replaced.filter(({ slug }) => slugs.has(slug)) };
}

/**
 * Prepares a move of contents to another column: a slug that is taken there gets its record's id.
 * @param ids of the contents that move
 * @returns the changed records, and what undoes the changes of earlier slugs
 */
export async function moveSlugs(
  db: Db,
  { name, fields }: Entity,
  ids: number[],
  { from, to }: { from: number; to: number },
): Promise<{ renamed: Change[]; oldSlugs: OldSlugs }> {
  if (!fields.slug?.redirects) return { renamed: [], oldSlugs: { written: [], replaced: [] } };
  const ofColumn = (id: number) => generic(db).selectFrom(name).where('col_id', '=', id).where('slug', '<>', '');
  const some = ofColumn(from).where('id', 'in', ids);
  const moving = (await some.select(['id', 'col_id', 'slug', 'status']).execute()) as Row[];
  const slugs = moving.map(({ slug }) => String(slug));
  const replaced = (await oldSlugsOf(db, name, { col_id: from, slugs }).selectAll().execute()) as Values[];
  const written = await insertOldSlugs(db, name, moving);
  const inTarget = ofColumn(to).select('slug').where('slug', 'in', nonEmpty(slugs, ''));
  const taken = new Set((await inTarget.execute()).map(({ slug }) => slug));
  const renamed: Change[] = [];
  for (const { id, slug, status } of moving.filter((row) => taken.has(row.slug))) {
    const after = { slug: `${String(slug).slice(0, 100)}-${id}` };
    await generic(db).updateTable(name).set(after).where('id', '=', id).execute();
    const version = { event: 'update', isPublished: status === 1 } as const;
    renamed.push({ target: name, target_id: id, before: { slug }, after, version });
  }
  return { renamed, oldSlugs: { written, replaced } };
}

const oldSlugsOf = (db: Db, entity: string, { col_id, slugs }: { col_id: number; slugs: string[] }) =>
  generic(db)
    .selectFrom('old_slug')
    .where('entity', '=', entity)
    .where('col_id', '=', col_id)
    .where('slug', 'in', nonEmpty(slugs, ''));

/** @param ids of the records that move back; rows of the others stay */
async function revertOldSlugs(db: Db, all: OldSlugs, ids: readonly number[]): Promise<void> {
  const { written, replaced } = oldSlugsOfRecords(all, ids);
  for (const { entity, col_id, slug, record_id } of written)
    await generic(db)
      .deleteFrom('old_slug')
      .where('entity', '=', entity)
      .where('col_id', '=', col_id)
      .where('slug', '=', slug)
      .where('record_id', '=', record_id)
      .execute();
  const inserted = generic(db)
    .insertInto('old_slug')
    .onConflict((conflict) => conflict.doNothing());
  if (replaced.length > 0) await inserted.values(replaced).execute();
}

const most = 500;

/**
 * Only the right to publish changes where visitors are led, so a record with another status than 1 does not take an
 * earlier slug from another record.
 * @returns the rows of these records, also those that were left out
 */
async function insertOldSlugs(db: Db, entity: string, rows: Row[]): Promise<Values[]> {
  const create_time = toIsoSeconds(new Date());
  const valuesOf = (records: Row[]) =>
    records.map(({ id, col_id, slug }) => ({ entity, col_id, slug, record_id: id, create_time }));
  for (const [isPublished, group] of Map.groupBy(rows, ({ status }) => status === 1)) {
    const values = valuesOf(group);
    for (let at = 0; at < values.length; at += most)
      await generic(db)
        .insertInto('old_slug')
        .values(values.slice(at, at + most))
        .onConflict((conflict) => {
          const onSlug = conflict.columns(['entity', 'col_id', 'slug']);
          if (!isPublished) return onSlug.doNothing();
          return onSlug.doUpdateSet((eb) => ({
            record_id: eb.ref('excluded.record_id'),
            create_time: eb.ref('excluded.create_time'),
          }));
        })
        .execute();
  }
  return valuesOf(rows);
}

/** Returns the record that last gave up a slug in a column. */
export async function recordOfOldSlug(
  db: Db,
  entity: string,
  col_id: number,
  slug: string,
): Promise<number | undefined> {
  const old = await generic(db)
    .selectFrom('old_slug')
    .select('record_id')
    .where('entity', '=', entity)
    .where('col_id', '=', col_id)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return old && Number(old.record_id);
}
