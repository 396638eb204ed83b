import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangedRecord } from '../../contract/calls/batch.ts';
import { article } from '../../contract/entities/article.ts';
import { asProgram } from '../../server/engine/callContext.ts';
import { rowsOf } from '../../server/engine/lifecycle.ts';
import { readVersion, versionedFields } from '../../server/engine/write/recordStates.ts';
import { seeds } from '../support/seeds.ts';
import { describeEachDatabase } from '../support/server.ts';

type Values = Record<string, unknown>;
/** The records that are not deleted, by id. */
type Site = Map<number, Values>;
interface Batch {
  name: string;
  before: Site;
  after: Site;
}

const names = versionedFields(article);
const texts = fc.constantFrom('', '茶', '茶园里的茶', 'a', 'A b', '🍵');
const draft = fc.record(
  {
    title: fc.constantFrom('一', '二', 'three'),
    subtitle: texts,
    tags: fc.constantFrom('', '茶', '茶,绿茶'),
    content: fc.constantFrom('', '<p>一</p>', '<p onclick="x()">二</p><script>x</script>'),
    publish_time: fc.constantFrom('2026-01-02T03:04:05Z', '2025-01-02T03:04:05Z'),
    is_top: fc.constantFrom(0, 1),
    status: fc.constantFrom(0, 1, 2),
    sort: fc.integer({ min: -3, max: 3 }),
  },
  { requiredKeys: [] },
);
const does = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('edit' as const, 'bulk' as const, 'undo' as const) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('import' as const, 'delete' as const, 'restore' as const, 'publish' as const),
  },
  { weight: 1, arbitrary: fc.constantFrom('rename' as const, 'move' as const, 'deleteColumn' as const) },
);
/** `which` selects the records of a step, or the batch to undo. */
const step = fc.record({ does, draft, which: fc.nat(63), isForced: fc.boolean() });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describeEachDatabase('Histories', (server) => {
  const column = async () => (await server.data('base.base/addColumn', { title: 'Histories', model: 'article' })).id;

  class History {
    ids: number[] = [];
    column = 0;
    isColumnDeleted = false;
    batches: Batch[] = [];
    /** Each record as the site showed it last. A restored record comes back like this. */
    seen: Site = new Map();
    /** The values that each version of each record must have when it is read. */
    expectedVersions: { id: number; n: number; values: Values }[] = [];

    async begin(): Promise<void> {
      this.column = await column();
      for (const title of ['零', '〇', 'nil'])
        this.ids.push((await server.data('base.content/addArticle', { title, col_id: this.column })).id);
      await this.remember();
    }

    /** Makes the tags unique to this history. */
    tagged = (tags: string) => tags.replaceAll('茶', `茶${this.ids[0]}`);

    async site(): Promise<Site> {
      const rows = await rowsOf(
        asProgram(server.database.db),
        article,
        { ids: this.ids },
        { limit: 100, offset: 0, heavy: true },
      );
      const pick = (row: Values) => Object.fromEntries(names.map((name) => [name, row[name]]));
      const site: Site = new Map(rows.map((row) => [row.id, pick(row as Values)]));
      for (const [id, values] of site) this.seen.set(id, values);
      return site;
    }

    async remember(): Promise<void> {
      const site = await this.site();
      const latest = await server.database.db
        .selectFrom('record_version')
        .select(['record_id', (select) => select.fn.max('n').as('n')])
        .where('entity', '=', 'article')
        .where('record_id', 'in', this.ids)
        .groupBy('record_id')
        .execute();
      for (const { record_id, n } of latest) {
        const values = site.get(Number(record_id));
        if (values) this.expectedVersions.push({ id: Number(record_id), n: Number(n), values });
      }
    }

    async take({ does, draft: drawn, which, isForced }: Step): Promise<void> {
      const draft = { ...drawn, ...(drawn.tags !== undefined && { tags: this.tagged(drawn.tags) }) };
      const before = await this.site();
      const chosen = this.ids.filter((_, at) => (which >> (at % 6)) & 1);
      const live = chosen.filter((id) => before.has(id));
      const [one] = live;
      const has = Object.keys(draft).length > 0;
      const did = async (reply: Promise<{ batch: string }>) => {
        const { batch } = await reply;
        this.batches.push({ name: batch, before, after: await this.site() });
      };
      if (this.isColumnDeleted && does !== 'restore') return;
      if (does === 'edit' && one) await server.data('base.content/editArticle', { id: one, ...draft });
      if (does === 'bulk' && has && one)
        await did(server.data('base.Bulk/edit', { entity: 'article', ids: live, fields: draft }));
      if (does === 'import') await did(this.import(live, draft));
      if (does === 'delete' && one) await did(server.data('base.Bulk/delete', { entity: 'article', ids: live }));
      if (does === 'restore')
        await this.restore(
          chosen.filter((id) => !before.has(id)),
          did,
        );
      if (does === 'rename')
        await did(
          server.data('base.Tag/rename', { title: this.tagged('茶'), to: this.tagged(which % 2 ? '绿茶' : '红茶') }),
        );
      if (does === 'publish' && one) await this.publish(one, draft);
      if (does === 'undo') await this.undo(this.batches[which % Math.max(1, this.batches.length)], isForced);
      if (does === 'move') {
        const from = this.column;
        this.column = await column();
        await server.data('base.base/deleteColumn', { col_id: from, move_to: this.column });
      }
      if (does === 'deleteColumn') {
        await server.data('base.base/deleteColumn', { col_id: this.column, cascade: 1 });
        this.isColumnDeleted = true;
      }
      await this.remember();
    }

    /** Edits these records, and adds one. */
    async import(ids: number[], { title = '一', subtitle = '' }: Values): Promise<{ batch: string }> {
      const rows = ['', ...ids].map((id) => `${id},${title},${subtitle},${this.column}`);
      const form = new FormData();
      form.append('entity', 'article');
      form.append('file', new Blob([['id,title,subtitle,col_id', ...rows].join('\n')], { type: 'text/csv' }), 'a.csv');
      const request = { method: 'POST', headers: { authorization: server.token }, body: form };
      const response = await fetch(`${server.url}/api/base.Transfer/import`, request);
      const { code, data } = (await response.json()) as { code: number; data: { batch: string } };
      expect(code).toBe(1);
      const last = server.database.db.selectFrom('article').select((select) => select.fn.max('id').as('id'));
      this.ids.push(Number((await last.executeTakeFirstOrThrow()).id));
      return data;
    }

    async restore(ids: number[], did: (reply: Promise<{ batch: string }>) => Promise<void>): Promise<void> {
      if (this.isColumnDeleted) await server.data('base.Recycle/restore', { entity: 'column', ids: this.column });
      else if (ids.length > 0) await did(server.data('base.Recycle/restore', { entity: 'article', ids }));
      this.isColumnDeleted = false;
    }

    /** Publishes the values through a working copy, which makes no version until then. */
    async publish(id: number, { status: _status, ...values }: Values): Promise<void> {
      const record = { entity: 'article', id };
      const { digest } = await server.data<{ digest: string }>('base.content/saveWorkingCopy', { ...record, values });
      await this.remember();
      const articles = server.database.db.selectFrom('article').select('version').where('id', '=', id);
      const { version } = await articles.executeTakeFirstOrThrow();
      await server.data('base.content/publish', { ...record, digest, version });
    }

    async undo(batch: Batch | undefined, isForced: boolean): Promise<void> {
      if (!batch) return;
      const now = await this.site();
      const preview = await server.data<{ changed: ChangedRecord[] }>('base.Batch/read', { batch: batch.name });
      const force = isForced ? preview.changed.map(({ key }) => key) : [];
      const undone = await server.data<{ batch: string; changed: ChangedRecord[]; failed: { id: number }[] }>(
        'base.Batch/undo',
        { batch: batch.name, force },
      );
      const seen = new Map(this.seen);
      const after = await this.site();
      this.batches.push({ name: undone.batch, before: now, after });
      const named = new Set(preview.changed.map(({ id }) => id));
      const leftAlone = new Set([...undone.changed, ...undone.failed].map(({ id }) => id));
      for (const id of this.ids) {
        const expected = expectedOf(id, batch, now, isForced);
        expect(named.has(id), `${id} is named`).toBe(expected.isNamed);
        if (leftAlone.has(id) || now.has(id) || !expected.values) {
          expect(after.get(id), `${id}`).toEqual(leftAlone.has(id) ? now.get(id) : expected.values);
          continue;
        }
        // While the record was in the recycle bin, it may have been moved and its slug taken, so these two may differ.
        const { slug, col_id } = after.get(id) ?? {};
        expect(after.get(id), `${id} is back`).toEqual({ ...seen.get(id), slug, col_id });
      }
    }

    async check(): Promise<void> {
      for (const { id, n, values } of this.expectedVersions)
        expect(await readVersion(server.database.db, article, id, n), `version ${n} of ${id}`).toEqual(values);
    }
  }

  /** Computes what undoing a batch makes of a record, from what the site showed before it, after it and now. */
  function expectedOf(id: number, { before, after }: Batch, now: Site, isForced: boolean) {
    const [old, made, current] = [before.get(id), after.get(id), now.get(id)];
    const isSame = (one?: Values, other?: Values) => JSON.stringify(one) === JSON.stringify(other);
    if (isSame(old, made)) return { values: current, isNamed: false };
    if (!old) {
      const isNamed = Boolean(current) && !isSame(current, made);
      return { values: isNamed && !isForced ? current : undefined, isNamed };
    }
    if (!current) return made ? { values: undefined, isNamed: true } : { values: old, isNamed: false };
    if (!made) return { values: current, isNamed: false };
    const fields = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(made[name]));
    const differing = fields.filter((name) => JSON.stringify(current[name]) !== JSON.stringify(old[name]));
    const isNamed = differing.some((name) => JSON.stringify(current[name]) !== JSON.stringify(made[name]));
    const values = { ...current, ...Object.fromEntries(differing.map((name) => [name, old[name]])) };
    return { values: isNamed && !isForced ? current : values, isNamed };
  }

  test('fold to what each write left, and a batch that is undone gives the records as before but for those named', {
    timeout: 3_600_000,
  }, async () => {
    const run = async (steps: Step[]) => {
      const history = new History();
      await history.begin();
      for (const each of steps) await history.take(each);
      await history.check();
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), run), {
      numRuns: seeds(10),
      seed: Number(process.env.FUZZ_SEED ?? 33),
      endOnFailure: true,
    });
  });
});
