import type { Kysely } from 'kysely';
import { columnsFor } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, text, nullableText, int, ref, system } = columnsFor(db);

  await system(ref(text(id(db.schema.createTable('media_folder')), 'title'), 'pid', 'media_folder')).execute();
  await db.schema.createIndex('media_folder_parent').on('media_folder').column('pid').execute();

  let media = ref(id(db.schema.createTable('media')), 'folder_id', 'media_folder');
  media = text(system(media), 'name', 'url', 'kind', 'mime', 'sha1', 'storage', 'stem');
  media = int(
    int(
      int(media, 'size', (column) => column.notNull()),
      'width',
    ),
    'height',
  );
  media = ref(nullableText(media, 'thumbs', 'deleted_at'), 'admin_id', 'admin', (column) =>
    column.onDelete('set null'),
  );
  await media.execute();
  const index = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on('media').columns(columns).execute();
  await index('media_order', 'deleted_at', 'sort', 'id desc');
  await index('media_folder_order', 'folder_id', 'deleted_at', 'sort', 'id desc');
  await index('media_sha1', 'sha1');
  await index('media_stem', 'stem');

  // Which fields hold whose URL; kept by triggers that are made of the contract (derived/uses.ts).
  await int(text(db.schema.createTable('media_use'), 'entity', 'field', 'stem'), 'record_id', (column) =>
    column.notNull(),
  )
    .addPrimaryKeyConstraint('media_use_pk', ['entity', 'record_id', 'field', 'stem'] as never[])
    .execute();
  await db.schema.createIndex('media_use_stem').on('media_use').column('stem').execute();
}
