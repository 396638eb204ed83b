import type { Entity } from '../../contract/entity.ts';
import { CallError } from '../core/errors.ts';
import { createYield } from '../core/turns.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import { updateInBatches } from '../database/statements.ts';
import { type Db, generic } from '../database/tables.ts';
import type { AppServices, RequestInfo, SideEffects, UnitOfWork } from '../engine/callContext.ts';
import { referencesTo } from '../engine/write/findReferences.ts';
import { partsOfRecords } from '../engine/write/partsByBytes.ts';
import { deleteRowsOf } from '../engine/write/recordTables.ts';
import { type Author, writeVersionsOf } from '../engine/write/versions.ts';
import { dropFiles } from '../media/store.ts';
import { stepMs } from '../steps/inSteps.ts';
import { belongsBy, takeDeleted } from './recycled.ts';

const most = 1000; // values in one list of a statement

/**
 * Deletes a record of the recycle bin for good, with its dependents. Other deleted records lose their reference to it.
 * @throws CallError `not_in_bin`; `in_use` with `data.holds` if live records refer to it
 */
export async function purge(
  context: UnitOfWork & AppServices & SideEffects & Pick<RequestInfo, 'routed'>,
  entity: Entity,
  id: number,
): Promise<void> {
  const { db } = context;
  if (entity.tree) await oneAtATime(db, `${entity.name} tree`);
  const row = await takeDeleted(db, entity, id);
  await purgeAll(context, entity, [id]);
  context.note({ target: entity.name, target_id: id, before: { [entity.label]: row[entity.label] } });
  if (entity.name === 'media') dropFiles(context, row);
}

type Context = Author & Pick<UnitOfWork, 'db'>;

async function purgeAll(context: Context, entity: Entity, ids: number[]): Promise<void> {
  const { db } = context;
  const yieldToOthers = createYield(db);
  for (const part of await partsOfAll(db, entity, ids)) {
    await yieldToOthers();
    for (const { holder, name } of referencesTo(entity)) {
      // No list of references points to an entity with a recycle bin (tests/contract).
      if (holder.fields[name]?.kind === 'ref') await letGo(context, holder, name, part);
    }
    await deleteRowsOf(db, entity.name, part);
    await generic(db).deleteFrom(entity.name).where('id', 'in', part).execute();
  }
  if (ids.length > 0) await bumpVersion(db, entity.name);
}

/** In lists that a statement takes, of records that are not too large together. */
async function partsOfAll(db: Db, entity: Entity, ids: number[]): Promise<number[][]> {
  const parts: number[][] = [];
  for (let at = 0; at < ids.length; at += most)
    parts.push(...(await partsOfRecords(db, entity, ids.slice(at, at + most))));
  return parts;
}

/** @throws CallError `in_use` with `data.holds` if records outside the recycle bin refer to one of these */
export async function assertUnused(db: Db, entity: Entity, ids: number[]): Promise<void> {
  for (const { holder, name } of referencesTo(entity))
    if (holder.recycle && holder.fields[name]?.kind === 'ref') await assertUnusedBy(db, holder, name, ids);
}

async function assertUnusedBy(db: Db, holder: Entity, name: string, ids: number[]): Promise<void> {
  const { n } = await generic(db)
    .selectFrom(holder.name)
    .where(name, 'in', ids)
    .where('deleted_at', 'is', null)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (Number(n) > 0) throw new CallError('in_use', {}, { holds: { [holder.name]: Number(n) } });
}

/**
 * Purges deleted contents of columns, for about as long as a step may take. They do not come back if the rest is refused.
 * @returns whether some may be left
 */
export async function purgeSome(
  context: Context & Pick<AppServices, 'database'>,
  entity: Entity,
  columns: number[],
): Promise<boolean> {
  const { db } = context;
  const until = performance.now() + stepMs[context.database.kind];
  const rows = await generic(db)
    .selectFrom(entity.name)
    .select('id')
    .where('col_id', 'in', columns)
    .where('deleted_at', 'is not', null)
    .limit(maxAtOnce)
    .execute();
  const parts = await partsOfAll(
    db,
    entity,
    rows.map(({ id }) => Number(id)),
  );
  for (const part of parts) {
    await purgeAll(context, entity, part);
    if (performance.now() > until) return true;
  }
  return rows.length === maxAtOnce;
}

const maxAtOnce = 100;

async function letGo(context: Context, holder: Entity, name: string, ids: number[]): Promise<void> {
  const { db } = context;
  if (holder.recycle) await assertUnusedBy(db, holder, name, ids);
  if (holder.recycle && !belongsBy(holder).includes(name)) {
    const changes = { [name]: null };
    await updateInBatches(
      db,
      holder.name,
      changes,
      (where) => where(name, 'in', ids),
      (some) => writeVersionsOf(db, context, holder, some, { event: 'update', changes }),
    );
    return;
  }
  const rows = await generic(db).selectFrom(holder.name).select('id').where(name, 'in', ids).execute();
  await purgeAll(
    context,
    holder,
    rows.map(({ id }) => Number(id)),
  );
}
