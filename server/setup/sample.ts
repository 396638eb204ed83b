import { article } from '../../contract/entities/article.ts';
import { column as columnEntity } from '../../contract/entities/column.ts';
import { single } from '../../contract/entities/single.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import type { Db } from '../database/tables.ts';
import type { UnitOfWork } from '../engine/callContext.ts';
import * as crud from '../engine/crud.ts';
import { type SampleArticle, type SampleColumn, sampleAuthor, sampleColumns } from './sampleContent.ts';
import { sampleShop } from './sampleShop.ts';

const daysBefore = (days: number) => toIsoSeconds(new Date(Date.now() - days * 24 * 3600_000));

/** Fills a new database with a small site, so that every screen shows something. Its first column is the home page. */
export async function sampleSite(db: Db): Promise<void> {
  const unit: UnitOfWork = { db, admin: null, note: () => {} };
  for (const column of sampleColumns) await addColumn(unit, column, null);
  const home = db.selectFrom('column').select((select) => select.fn.min('id').as('id'));
  await db.updateTable('column').set({ is_home: 1 }).where('id', '=', home).execute();
  await sampleShop(unit);
}

async function addColumn(unit: UnitOfWork, { page, articles, children, ...fields }: SampleColumn, pid: number | null) {
  const draft = { ...fields, pid, model: page ? 'single' : 'article' };
  const { id } = await crud.create(unit, columnEntity, draft);
  if (page) await crud.create(unit, single, { ...page, ...shared(0), col_id: id, title: fields.title });
  // Oldest first, because lists show the newest record first.
  const byAge = (articles ?? []).toSorted((a, b) => (b.daysAgo ?? 0) - (a.daysAgo ?? 0));
  for (const sample of byAge) await addArticle(unit, sample, id);
  for (const child of children ?? []) await addColumn(unit, child, id);
}

async function addArticle(unit: UnitOfWork, { daysAgo, ...fields }: SampleArticle, col_id: number) {
  await crud.create(unit, article, { ...fields, ...shared(daysAgo), col_id });
}

const shared = (daysAgo: number | undefined) => ({
  author: sampleAuthor,
  status: daysAgo === undefined ? 0 : 1,
  publish_time: daysAgo === undefined ? null : daysBefore(daysAgo),
});
