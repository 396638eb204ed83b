import { sql } from 'kysely';
import { contentParam } from '../../contract/entities/contentParam.ts';
import { InvalidInput } from '../core/errors.ts';
import { createYield } from '../core/turns.ts';
import { contains, type Db, generic } from '../database/tables.ts';
import type { Handlers } from '../engine/callContext.ts';
import { contentEntities } from '../engine/computed.ts';
import * as crud from '../engine/crud.ts';

/** So many contents are looked through before others get a turn. */
const readAtOnce = 500;

interface Named {
  cid: number;
  sid: number;
  name: string;
}

type Sent = Partial<Named> & { id?: number | null; version?: number | null };

/** Whether a content, also one in the recycle bin, has a value of a parameter. */
async function hasValues(db: Db, { cid, sid, name }: Named): Promise<boolean> {
  const column = await db.selectFrom('column').select('model').where('id', '=', cid).executeTakeFirst();
  const entity = contentEntities.find(({ model }) => model === column?.model);
  if (!entity) return false;
  const key = `${JSON.stringify(name)}:`.toLowerCase();
  const yieldToOthers = createYield(db);
  for (let after = 0; ; ) {
    const rows = await generic(db)
      .selectFrom(entity.name)
      .select([
        'id',
        sql<string | null>`case when ${contains(db, sql.ref('params'), key)} then params end`.as('params'),
      ])
      .where('col_id', '=', cid)
      .$if(sid > 0, (query) => query.where('id', '=', sid))
      .where('id', '>', after)
      .orderBy('id')
      .limit(readAtOnce)
      .execute();
    if (rows.some(({ params }) => params && Object.hasOwn(JSON.parse(String(params)), name))) return true;
    if (rows.length < readAtOnce) return false;
    after = Number(rows.at(-1)?.id);
    await yieldToOthers();
  }
}

export const paramHandlers = {
  /** @throws InvalidInput where contents have values that would be lost under another name or in another column */
  'base.content/addContentParams': async (context, { id, version, ...values }: Sent) => {
    if (!id) return crud.create(context, contentParam, values);
    const before = await crud.lock(context, contentParam, id);
    const named = { cid: Number(before.cid), sid: Number(before.sid), name: before.name };
    const moved = (['name', 'cid', 'sid'] as const).find(
      (field) => values[field] !== undefined && values[field] !== named[field],
    );
    if (moved && (await hasValues(context.db, named))) throw new InvalidInput({ [moved]: { key: 'param_in_use' } });
    return crud.update(context, contentParam, id, { ...values, version });
  },
} satisfies Partial<Handlers>;
