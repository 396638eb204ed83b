import { generic } from '../../database/tables.ts';
import type { Feature } from '../hooks.ts';
import * as lifecycle from '../lifecycle.ts';

/** What stands below a record of a tree goes with it where it belongs elsewhere: below a navigation entry that goes to another group. */
export const branches: Feature = {
  name: 'branches',
  isAbout: ({ tree, fields }) => tree === true && fields.pid?.match !== undefined,
  afterWrite: async (context, { event, entity, id, values, changed }) => {
    const shared = Object.values(entity.fields.pid?.match ?? {}).filter((name) => changed.includes(name));
    if (event !== 'update' || shared.length === 0) return;
    const moved = Object.fromEntries(shared.map((name) => [name, values[name]]));
    let below = generic(context.db).selectFrom(entity.name).select('id').where('pid', '=', id);
    if (entity.recycle) below = below.where('deleted_at', 'is', null);
    for (const row of await below.orderBy('id').execute())
      await lifecycle.update(context, entity, Number(row.id), { pid: id, ...moved });
  },
};
