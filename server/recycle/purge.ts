import type { Entity } from '../../contract/entity.ts';
import { CallError } from '../core/errors.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import { updateInBatches } from '../database/statements.ts';
import { generic } from '../database/tables.ts';
import type { AppServices, RequestInfo, SideEffects, UnitOfWork } from '../engine/callContext.ts';
import { referencesTo } from '../engine/findReferences.ts';
import { deleteRowsOf } from '../engine/recordTables.ts';
import { type Author, writeVersionsOf } from '../engine/versions.ts';
import { dropFiles } from '../media/store.ts';
import { belongsBy } from './recycled.ts';
import { takeDeleted } from './restore.ts';

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
  for (let at = 0; at < ids.length; at += most) {
    const part = ids.slice(at, at + most);
    for (const { holder, name } of referencesTo(entity)) {
      // No list of references points to an entity with a recycle bin (tests/contract).
      if (holder.fields[name]?.kind === 'ref') await letGo(context, holder, name, part);
    }
    await deleteRowsOf(db, entity.name, part);
    await generic(db).deleteFrom(entity.name).where('id', 'in', part).execute();
  }
  if (ids.length > 0) await bumpVersion(db, entity.name);
}

async function letGo(context: Context, holder: Entity, name: string, ids: number[]): Promise<void> {
  const { db } = context;
  const referring = generic(db).selectFrom(holder.name).where(name, 'in', ids);
  if (holder.recycle) {
    const { n } = await referring
      .where('deleted_at', 'is', null)
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    if (Number(n) > 0) throw new CallError('in_use', {}, { holds: { [holder.name]: Number(n) } });
  }
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
  const rows = await referring.select('id').execute();
  await purgeAll(
    context,
    holder,
    rows.map(({ id }) => Number(id)),
  );
}
