import { sql } from 'kysely';
import { contentParam } from '../../contract/entities/contentParam.ts';
import { InvalidInput } from '../core/errors.ts';
import { createYield } from '../core/turns.ts';
import { contains, type Db, generic } from '../database/tables.ts';
import type { Handlers } from '../engine/callContext.ts';
import { contentEntities } from '../engine/computed.ts';
import * as crud from '../engine/crud.ts';

/** The number of contents that one query reads; then other requests run. */
const batchSize = 500;

/** The fields under which contents store values of a parameter. */
interface ParamKey {
  cid: number;
  sid: number;
  name: string;
}

type ParamInput = Partial<ParamKey> & { id?: number | null; version?: number | null };

/** Finds out whether any content of the column, including those in the recycle bin, has a value of the parameter. */
async function isParamUsed(db: Db, { cid, sid, name }: ParamKey): Promise<boolean> {
  const column = await db.selectFrom('column').select('model').where('id', '=', cid).executeTakeFirst();
  const entity = contentEntities.find(({ model }) => model === column?.model);
  if (!entity) return false;
  const jsonKey = `${JSON.stringify(name)}:`.toLowerCase();
  const yieldToOthers = createYield(db);
  for (let after = 0; ; ) {
    const rows = await generic(db)
      .selectFrom(entity.name)
      .select([
        'id',
        sql<string | null>`case when ${contains(db, sql.ref('params'), jsonKey)} then params end`.as('params'),
      ])
      .where('col_id', '=', cid)
      .$if(sid > 0, (query) => query.where('id', '=', sid))
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    if (rows.some(({ params }) => params && Object.hasOwn(JSON.parse(String(params)), name))) return true;
    if (rows.length < batchSize) return false;
    after = Number(rows.at(-1)?.id);
    await yieldToOthers();
  }
}

export const paramHandlers = {
  /** @throws InvalidInput `param_in_use` if contents have values, because a new name or column would hide them */
  'base.content/addContentParams': async (context, { id, version, ...values }: ParamInput) => {
    if (!id) return crud.create(context, contentParam, values);
    const before = await crud.lock(context, contentParam, id);
    const key = { cid: Number(before.cid), sid: Number(before.sid), name: before.name };
    const changedKey = (['name', 'cid', 'sid'] as const).find(
      (field) => values[field] !== undefined && values[field] !== key[field],
    );
    if (changedKey && (await isParamUsed(context.db, key)))
      throw new InvalidInput({ [changedKey]: { key: 'param_in_use' } });
    return crud.update(context, contentParam, id, { ...values, version });
  },
} satisfies Partial<Handlers>;
