import { media as mediaEntity } from '../../contract/entities/media.ts';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import * as crud from '../crud.ts';
import { eachOf } from '../services/eachOf.ts';
import { inTreeOrder } from '../services/tree.ts';
import type { Handlers } from '../unit.ts';

export const mediaHandlers = {
  'base.Media/folders': async ({ db }) => {
    const held = await db
      .selectFrom('media')
      .select((select) => ['folder_id', select.fn.countAll<number>().as('n')])
      .where('deleted_at', 'is', null)
      .where('folder_id', 'is not', null)
      .groupBy('folder_id')
      .execute();
    const totals = new Map(held.map(({ folder_id, n }) => [Number(folder_id), Number(n)]));
    const folders = inTreeOrder(await crud.readAll(db, mediaFolder));
    return folders.map((folder) => ({ ...folder, total: totals.get(folder.id) ?? 0 }));
  },

  'base.Media/deleteFolder': async (context, { id }: { id: number }) => {
    // What is in the recycle bin comes back outside of all folders.
    await context.db
      .updateTable('media')
      .set({ folder_id: null })
      .where('folder_id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute();
    await crud.remove(context, mediaFolder, id);
  },

  'base.Media/move': (context, { ids, folder_id }) =>
    eachOf(context, mediaEntity, [...new Set(ids)], (inside, id) =>
      crud.update(inside, mediaEntity, id, { folder_id: folder_id ?? null }),
    ),
} satisfies Partial<Handlers>;
