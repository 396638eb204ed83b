import type { Db } from '../../database/tables.ts';

/** The files that the site uses where a column names no other: one of each type, model and device. */
export const usedTemplates = (db: Db) =>
  db
    .selectFrom('template')
    .select(['type', 'model', 'device', 'path'])
    .where('is_use', '=', 1)
    .where('found', '=', 1)
    .orderBy('id')
    .execute();
