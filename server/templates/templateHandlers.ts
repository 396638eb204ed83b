import { template as templateEntity } from '../../contract/entities/template.ts';
import { CallError } from '../core/errors.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import type { Handlers } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { readTemplates, syncTemplates } from './syncTemplates.ts';

export const templateHandlers = {
  'base.Config/tempList': async ({ db, database, settings, warn }) => {
    await syncTemplates(database, settings.dataDir, (why) => warn('templates', why));
    return (await readTemplates(db)) as never;
  },

  'base.Config/useTemplate': async (context, { id }) => {
    const { db, note } = context;
    await oneAtATime(db, 'templates');
    const chosen = await lifecycle.lock(context, templateEntity, id);
    if (!chosen.found) throw new CallError('template_gone');
    const { type, model, device } = chosen;
    const [before] = await db
      .updateTable('template')
      .set({ is_use: 0 })
      .where('type', '=', type)
      .where('model', '=', model)
      .where('device', '=', device)
      .where('is_use', '=', 1)
      .where('id', '<>', id)
      .returning('title')
      .execute();
    await db.updateTable('template').set({ is_use: 1 }).where('id', '=', id).execute();
    await bumpVersion(db, templateEntity.name);
    note({
      target: 'template',
      target_id: id,
      before: { is_use: chosen.is_use, title: before?.title },
      after: { is_use: 1, title: chosen.title },
    });
    return undefined;
  },
} satisfies Partial<Handlers>;
