import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { article } from '../../contract/entities/article.ts';
import { column } from '../../contract/entities/column.ts';
import { nav } from '../../contract/entities/nav.ts';
import { product } from '../../contract/entities/product.ts';
import { recruitment } from '../../contract/entities/recruitment.ts';
import { single } from '../../contract/entities/single.ts';
import { readSettings } from '../../server/core/settings.ts';
import { openDatabase } from '../../server/database/index.ts';
import type { Database } from '../../server/database/tables.ts';
import { asProgram } from '../../server/engine/callContext.ts';
import { sanitizeHtml } from '../../server/engine/kinds/html/sanitizeHtml.ts';
import * as lifecycle from '../../server/engine/lifecycle.ts';
import { inTreeOrder } from '../../server/engine/tree.ts';
import { seed } from '../../server/setup/seed.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'rtop-sample-'));
const settings = readSettings({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a long enough one' });
let database: Database;
beforeAll(async () => {
  database = await openDatabase(settings);
  await seed(database, settings);
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

describe('the sample site of a new database', () => {
  test('has ten columns in two levels, the first of them its home', async () => {
    const columns = inTreeOrder(await lifecycle.readAll(asProgram(database.db), column));
    expect(columns.map(({ level }) => level)).toEqual([1, 2, 2, 1, 2, 2, 1, 1, 1, 1]);
    expect(columns.map(({ is_home }) => is_home)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(new Set(columns.map(({ model }) => model))).toEqual(
      new Set(['single', 'article', 'product', 'recruitment', 'message']),
    );
  });

  test('has a page with a text for every column of single pages', async () => {
    const columns = await lifecycle.readAll(asProgram(database.db), column, { model: 'single' });
    const pages = await lifecycle.readAll(asProgram(database.db), single);
    expect(pages.map(({ col_id }) => col_id).toSorted()).toEqual(columns.map(({ id }) => id).toSorted());
  });

  test('has eight articles of different days, one a draft, some recommended or on top', async () => {
    const articles = await lifecycle.readAll(asProgram(database.db), article);
    expect(articles).toHaveLength(8);
    const published = articles.filter(({ status }) => status === 1);
    expect(published).toHaveLength(7);
    const now = new Date().toISOString();
    const times = published.map(({ publish_time }) => publish_time ?? '');
    expect(times.every((time) => time !== '' && time < now)).toBe(true);
    expect(new Set(times).size).toBe(7);
    expect(articles.filter(({ is_top }) => is_top === 1)).toHaveLength(1);
    expect(articles.filter(({ is_recommend }) => is_recommend === 1).length).toBeGreaterThan(1);
  });

  test('has a shop whose products come in sizes, categories and with parameters, jobs, and a navigation', async () => {
    const teas = await lifecycle.readAll(asProgram(database.db), product);
    expect(teas.map(({ title }) => title)).toEqual(['东坡炒青', '石门毛峰', '云脚红茶', '石门白牡丹']);
    const jobs = await lifecycle.readAll(asProgram(database.db), recruitment);
    expect([...teas, ...jobs].filter(({ status }) => status !== 1)).toEqual([]);
    for (const { skus, size_ids, category_id, params } of teas) {
      expect([skus.length, size_ids.length, typeof category_id]).toEqual([3, 3, 'number']);
      expect(Object.keys(params)).toEqual(['garden', 'altitude', 'season', 'taste']);
    }
    expect(jobs).toHaveLength(2);
    const entries = await lifecycle.readAll(asProgram(database.db), nav);
    expect(entries.map(({ title }) => title)).toEqual([
      '关于青坞',
      '新闻动态',
      '茶知识',
      '青坞的茶',
      '来青坞做事',
      '在线留言',
    ]);
  });

  test('has texts of real length that keep to the rules of a stored text and hold no images', async () => {
    for (const table of ['article', 'single'] as const) {
      const rows = await database.db.selectFrom(table).select(['title', 'content', 'org_img']).execute();
      for (const { title, content, org_img } of rows) {
        expect(content.replace(/<[^>]*>/g, '').length, title).toBeGreaterThan(100);
        expect(sanitizeHtml(content), title).toBe(content);
        expect(content, title).not.toContain('<img');
        expect(org_img, title).toBe('');
      }
    }
  });

  test('is not made a second time', async () => {
    await seed(database, settings);
    expect(await lifecycle.count(asProgram(database.db), column)).toBe(10);
  });
});
