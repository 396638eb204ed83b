import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bulkEdit } from '../../contract/calls/bulk.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { csvRows } from '../../server/csv/csvText.ts';
import { type Db, generic } from '../../server/database/tables.ts';
import { contentQueueOf } from '../../server/site/siteHandlers.ts';
import { stepMs } from '../../server/steps/inSteps.ts';
import { undoAbandoned } from '../../server/steps/undoSteps.ts';
import { thinVersions } from '../../server/versions/thinVersions.ts';
import { insertRows } from '../support/insertRows.ts';
import { contentRules, describeTestedDatabases, type Refused } from '../support/server.ts';

describeTestedDatabases('secure: long work', (server, kind) => {
  const usual = stepMs[kind];
  let tagged: number;
  beforeAll(async () => {
    stepMs[kind] = 0; // as short as steps get
    tagged = await column('Tagged');
  });
  afterAll(() => {
    stepMs[kind] = usual;
  });

  const column = async (title: string) =>
    (await server.data<{ id: number }>('base.base/addColumn', { title, model: 'article' })).id;

  /** Inserts articles directly, as another program could. @returns their ids */
  async function articles(n: number, values: (at: number) => object): Promise<number[]> {
    const now = '2026-01-02T03:04:05Z';
    const made = { status: 1, version: 1, sort: 0, create_time: now, update_time: now };
    const rows = Array.from({ length: n }, (_, at) => ({ ...made, title: `Article ${at}`, ...values(at) }));
    return server.database.transaction((db) => insertRows(db, 'article', rows));
  }
  const stored = (name: string, ids: number[]) =>
    generic(server.database.db)
      .selectFrom('article')
      .select(['id', name])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
      .then((rows) => [...new Set(rows.map((row) => row[name]))]);
  const versions = async (ids: number[]) =>
    (
      await server.database.db
        .selectFrom('record_version')
        .select(['record_id', 'event'])
        .where('entity', '=', 'article')
        .where('record_id', 'in', ids)
        .where('event', '<>', 'base')
        .orderBy('id')
        .execute()
    ).map(({ event }) => event);

  /** Calls `work` once, after the first step of the next work in steps, before its second one begins. */
  function afterFirstStep(work: () => Promise<unknown>): void {
    const { database } = server;
    const { transaction } = database;
    const restore = () => {
      database.transaction = transaction;
    };
    database.transaction = async (task) => {
      const result = await transaction(task);
      if (await database.db.selectFrom('import_step').select('n').where('undo', '<>', '[]').executeTakeFirst()) {
        restore();
        await work();
      }
      return result;
    };
    onTestFinished(restore);
  }

  /** Acts as if the process ended after the first step: no other transaction begins. @returns lets them begin again */
  function cutOff(): () => void {
    const { database } = server;
    const { transaction } = database;
    let isOver = false;
    database.transaction = async (task) => {
      if (isOver) throw new Error('the process has ended');
      const result = await transaction(task);
      isOver =
        (await database.db.selectFrom('import_step').select('n').where('undo', '<>', '[]').executeTakeFirst()) !==
        undefined;
      return result;
    };
    const restore = () => {
      database.transaction = transaction;
    };
    onTestFinished(restore);
    return restore;
  }
  const stepsLeft = async () => (await server.database.db.selectFrom('import_step').select('n').execute()).length;

  const rename = (title: string, to: string, options = {}) =>
    server.call<Refused & { total: number; batch: string }>('base.Tag/rename', { title, to }, options);

  test('secure A9: a tag is renamed in steps between which others write, and all of it is one batch', async () => {
    const ids = await articles(12, () => ({ col_id: tagged, tags: 'of many' }));
    let between: unknown[] = [];
    afterFirstStep(async () => {
      await server.data('base.Size/addEditSize', { id: 0, sort: 0, title: 'between two steps' });
      between = await stored('tags', ids);
    });
    const headers = { 'idempotency-key': 'rename-of-many' };
    const { data } = (await rename('of many', 'renamed', { headers })).body;
    expect(between).toEqual(expect.arrayContaining(['of many', 'renamed']));
    expect([data.total, await stored('tags', ids), await stepsLeft()]).toEqual([12, ['renamed'], 0]);
    expect((await rename('of many', 'renamed', { headers })).body.data).toEqual(data);
    expect(await server.data('base.Batch/read', { batch: data.batch })).toMatchObject({ ready: 12 });
    await server.data('base.Batch/undo', { batch: data.batch });
    expect(await stored('tags', ids)).toEqual(['of many']);
  });

  test('secure A9: of a rename that is cut off nothing is left after the next start, but what was changed since', async () => {
    const ids = await articles(4, () => ({ col_id: tagged, tags: 'cut off' }));
    const goOn = cutOff();
    expect((await rename('cut off', 'half')).status).toBe(500);
    goOn();
    expect(await stored('tags', ids)).toEqual(expect.arrayContaining(['cut off', 'half']));
    await server.data('base.content/editArticle', { id: ids[0], tags: 'changed since' });
    await undoAbandoned(server.database);
    expect(await stored('tags', ids)).toEqual(['changed since', 'cut off']);
    expect(await stepsLeft()).toBe(0);
  });

  test('secure A9: a record that refuses after the first step takes all of them back', async () => {
    const ids = await articles(4, (at) => ({
      col_id: tagged,
      tags: at === 3 ? `refuses,${'y'.repeat(190)}` : 'refuses',
    }));
    expect((await rename('refuses', 'w'.repeat(40))).body).toMatchObject({ code: 0, data: { id: ids[3] } });
    expect(await stored('tags', ids.slice(0, 3))).toEqual(['refuses']);
    expect(await stepsLeft()).toBe(0);
  });

  const remove = (params: object) => server.call<Refused>('base.base/deleteColumn', { ...params });
  const many = 120;

  test('secure A9: a full column is deleted in steps between which others write; the recycle bin brings all of it back', async () => {
    const col_id = await column('Full');
    const ids = await articles(many, () => ({ col_id }));
    let between: unknown[] = [];
    afterFirstStep(async () => {
      await server.data('base.Size/addEditSize', { id: 0, sort: 0, title: 'between two deletions' });
      between = await stored('deleted_with', ids);
    });
    expect((await remove({ col_id })).body).toMatchObject({ code: 0, data: { holds: { article: many } } });
    expect((await remove({ col_id, cascade: 1 })).body.code).toBe(1);
    expect(between).toEqual(expect.arrayContaining([null, col_id]));
    expect([await stored('deleted_with', ids), await stepsLeft()]).toEqual([[col_id], 0]);
    await server.data('base.Recycle/restore', { entity: 'column', ids: [col_id] });
    expect(await stored('deleted_at', ids)).toEqual([null]);
  });

  test('secure A9: of a deletion that is cut off nothing is left after the next start', async () => {
    const col_id = await column('Cut off');
    const ids = await articles(many, () => ({ col_id }));
    const goOn = cutOff();
    expect((await remove({ col_id, cascade: 1 })).status).toBe(500);
    goOn();
    expect(await stored('deleted_with', ids)).toEqual(expect.arrayContaining([null, col_id]));
    await undoAbandoned(server.database);
    expect([await stored('deleted_at', ids), await stored('deleted_with', ids)]).toEqual([[null], [null]]);
    expect((await server.data<{ total: number }>('base.base/getColumnList', { ids: col_id })).total).toBe(1);
    expect(await stepsLeft()).toBe(0);
  });

  test.each([
    ['from the recycle bin', 'base.Recycle/restore'],
    ['when its deletion is undone', 'base.Batch/undo'],
  ])(
    'secure A9: a column comes back %s in steps between which others write; cut off, it is there as before',
    async (_, path) => {
      const col_id = await column('Back');
      const ids = await articles(many, () => ({ col_id }));
      const { batch } = await server.data<{ batch: string }>('base.base/deleteColumn', { col_id, cascade: 1 });
      const params = path === 'base.Batch/undo' ? { batch } : { entity: 'column', ids: [col_id] };
      const restore = () => server.call<{ done: number }>(path, params);
      const goOn = cutOff();
      expect((await restore()).status).toBe(500);
      goOn();
      expect(await stored('deleted_with', ids)).toEqual(expect.arrayContaining([null, col_id]));
      await undoAbandoned(server.database);
      expect([await stored('deleted_with', ids), await stepsLeft()]).toEqual([[col_id], 0]);
      expect(await stored('deleted_at', ids)).not.toContain(null);
      let between: unknown[] = [];
      afterFirstStep(async () => {
        await server.data('base.Size/addEditSize', { id: 0, sort: 0, title: 'between two restorations' });
        between = await stored('deleted_with', ids);
      });
      expect((await restore()).body.data.done).toBe(1);
      expect(between).toEqual(expect.arrayContaining([null, col_id]));
      expect([await stored('deleted_at', ids), await stepsLeft()]).toEqual([[null], 0]);
    },
  );

  test('secure A9: of large contents one step takes a few', async () => {
    const [col_id, move_to] = [await column('Large from'), await column('Large to')];
    const ids = await articles(24, () => ({ col_id, content: 'x'.repeat(400_000) }));
    const written: number[] = [];
    const { transaction } = server.database;
    const countOf = (name: string, value: unknown) =>
      generic(server.database.db)
        .selectFrom('article')
        .select((select) => select.fn.countAll<number>().as('n'))
        .where('id', 'in', ids)
        .where(name, value === null ? 'is' : '=', value)
        .executeTakeFirstOrThrow();
    const watch = (name: string, value: unknown) => {
      server.database.transaction = async (task) => {
        const before = Number((await countOf(name, value)).n);
        const result = await transaction(task);
        written.push(Number((await countOf(name, value)).n) - before);
        return result;
      };
    };
    onTestFinished(() => {
      server.database.transaction = transaction;
    });
    const ways: [name: string, value: unknown, path: string, params: object][] = [
      ['col_id', move_to, 'base.base/deleteColumn', { col_id, move_to }],
      ['deleted_with', move_to, 'base.base/deleteColumn', { col_id: move_to, cascade: 1 }],
      ['deleted_with', null, 'base.Recycle/restore', { entity: 'column', ids: [move_to] }],
    ];
    for (const [name, value, path, params] of ways) {
      watch(name, value);
      await server.data(path, { ...params });
      server.database.transaction = transaction;
      expect(Number((await countOf(name, value)).n)).toBe(24);
      expect(Math.max(...written.splice(0))).toBe(10);
    }
    await generic(server.database.db).deleteFrom('article').where('id', 'in', ids).execute();
  });

  test('secure A9: a right that ends while a column comes back ends the work, and all of it is taken back', async () => {
    const col_id = await column('Ended');
    const ids = await articles(many, () => ({ col_id, status: 0 }));
    await remove({ col_id, cascade: 1 });
    const rules = [...contentRules, '/columnList', 'base.base/deleteColumn', 'base.Recycle/restore'];
    const role = await server.makeRole(rules);
    const { token } = await server.makeAdmin(role);
    const rule = (await server.ruleIds()).get('base.base/deleteColumn') as number;
    const { db } = server.database;
    afterFirstStep(() =>
      generic(db).deleteFrom('role_rule_method').where('owner_id', '=', role).where('ref_id', '=', rule).execute(),
    );
    const restore = { entity: 'column', ids: [col_id] };
    expect((await server.call('base.Recycle/restore', restore, { token })).status).toBe(403);
    expect([await stored('deleted_with', ids), await stepsLeft()]).toEqual([[col_id], 0]);
  });

  test('secure A9: a column is purged in steps between which others write, and not begun if something is left in it', async () => {
    const col_id = await column('Purged');
    const ids = await articles(many, () => ({ col_id }));
    await remove({ col_id, cascade: 1 });
    const rows = () => generic(server.database.db).selectFrom('article').select('id').where('id', 'in', ids).execute();
    const purge = async () =>
      (
        await server.call<{ done: number; failed: { msg: string }[] }>('base.Recycle/purge', {
          entity: 'column',
          ids: [col_id],
        })
      ).body.data;
    const [live] = await articles(1, () => ({ col_id }));
    expect((await purge()).failed).toMatchObject([{ msg: expect.stringContaining('仍有其他记录引用它') }]);
    expect(await rows()).toHaveLength(many);
    await generic(server.database.db).deleteFrom('article').where('id', '=', live).execute();
    let between = 0;
    once(
      async () => (await rows()).length < many,
      async () => {
        await server.data('base.Size/addEditSize', { id: 0, sort: 0, title: 'between two purges' });
        between = (await rows()).length;
      },
    );
    expect(await purge()).toMatchObject({ done: 1, failed: [] });
    expect([between > 0, await rows()]).toEqual([true, []]);
  });

  /** Collects the statements of the transactions that follow. */
  function statements(): CompiledQuery[] {
    const all: CompiledQuery[] = [];
    const { database } = server;
    const { transaction } = database;
    const plugin = (db: Db): KyselyPlugin => ({
      transformQuery: ({ node, queryId }) => {
        all.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    database.transaction = (task) => transaction((inside) => task(inside.withPlugin(plugin(inside))));
    onTestFinished(() => {
      database.transaction = transaction;
    });
    return all;
  }

  test('secure A9: contents of one slug, as they are added while their column is deleted, come back with it under slugs of their own', async () => {
    const col_id = await column('Added to');
    const add = async () =>
      (await server.data<{ id: number }>('base.content/addArticle', { title: 'Same', col_id })).id;
    const ids = [await add(), await add(), await add()];
    await remove({ col_id, cascade: 1 });
    const binned = generic(server.database.db).updateTable('article').where('id', 'in', ids);
    await binned.set({ slug: 'same' }).execute();
    const goOn = cutOff();
    const restore = () => server.call<{ done: number }>('base.Recycle/restore', { entity: 'column', ids: [col_id] });
    expect((await restore()).status).toBe(500);
    goOn();
    await undoAbandoned(server.database);
    expect([await stored('slug', ids), await stored('deleted_with', ids)]).toEqual([['same'], [col_id]]);
    expect((await restore()).body.data).toMatchObject({ done: 1, failed: [] });
    expect([await stored('slug', ids), await stored('deleted_at', ids)]).toEqual([
      ['same', 'same-2', 'same-3'],
      [null],
    ]);
  });

  test('secure A9: the columns below a deleted one are found by an index, and go and come with few statements', async () => {
    const pid = await column('Of many columns');
    for (let at = 0; at < many; at++)
      await server.data('base.base/addColumn', {
        title: `Below ${at}`,
        model: 'article',
        pid,
        url_name: `below-${at}`,
      });
    const all = statements();
    const { batch } = await server.data<{ batch: string }>('base.base/deleteColumn', { col_id: pid, cascade: 1 });
    expect(all.length).toBeLessThan(many);
    const walk = all.find(({ sql }) => sql.includes('with recursive down')) as CompiledQuery;
    const explain = CompiledQuery.raw(`explain query plan ${walk.sql}`, [...walk.parameters]);
    if (kind === 'sqlite') {
      const { rows } = await server.database.db.executeQuery<{ detail: string }>(explain);
      expect(rows.map(({ detail }) => detail)).toContain('SEARCH below USING INDEX column_tree (pid=?)');
    }
    expect(await server.data('base.Batch/read', { batch })).toMatchObject({ ready: many + 1 });
    await server.data('base.base/addColumn', { title: 'Took its name', model: 'article', url_name: 'below-7' });
    const before = all.length;
    await server.data('base.Batch/undo', { batch });
    expect(all.length - before).toBeLessThan(many);
    const { data, total } = await server.data<{ data: { title: string; url_name: string }[]; total: number }>(
      'base.base/getColumnList',
      { pid, limit: 100 },
    );
    expect(total).toBe(many);
    const named = Object.fromEntries(data.map(({ title, url_name }) => [title, url_name]));
    expect(named).toMatchObject({ 'Below 6': 'below-6', 'Below 7': expect.stringMatching(/^below-7-./) });
  });

  test('secure A9: a column that somebody else deletes between two steps keeps its contents in the recycle bin', async () => {
    const [col_id, move_to] = [await column('Twice'), await column('Elsewhere')];
    for (const deletion of [{ cascade: 1 }, { move_to }]) {
      const ids = await articles(many, () => ({ col_id }));
      afterFirstStep(async () => {
        expect((await remove({ col_id, cascade: 1 })).body.code).toBe(1);
      });
      expect((await remove({ col_id, ...deletion })).body.code).toBe(404);
      const moved = deletion.move_to ? 100 : 0;
      const where = generic(server.database.db).selectFrom('article').select(['id']).where('id', 'in', ids);
      const left = await where.where('deleted_at', 'is', null).where('col_id', '=', col_id).execute();
      const elsewhere = await where.where('deleted_at', 'is', null).where('col_id', '=', move_to).execute();
      expect([left.length, elsewhere.length, await stepsLeft()]).toEqual([0, moved, 0]);
      await server.data('base.Recycle/restore', { entity: 'column', ids: [col_id] });
      expect(await stored('deleted_at', ids)).toEqual([null]);
      await generic(server.database.db).deleteFrom('article').where('id', 'in', ids).execute();
    }
  });

  test('secure A9: a column that is moved out of a deleted one between two steps keeps its contents', async () => {
    const top = await column('Top');
    const { id: below } = await server.data<{ id: number }>('base.base/addColumn', {
      title: 'Below',
      model: 'article',
      pid: top,
    });
    const ids = await articles(many, (at) => ({ col_id: at % 2 ? top : below }));
    afterFirstStep(() => server.data('base.base/editColumn', { id: below, pid: 0 }));
    expect((await remove({ col_id: top, cascade: 1 })).status).toBe(503);
    expect([await stored('deleted_at', ids), await stepsLeft()]).toEqual([[null], 0]);
  });

  test('secure A9: a right that ends between two steps ends the work, and all of it is taken back', async () => {
    const ids = await articles(4, () => ({ col_id: tagged, status: 0, tags: 'of a right' }));
    const rules = [...contentRules, 'base.Tag/rename', 'base.content/editArticle'];
    const { id, token } = await server.makeAdmin(await server.makeRole(rules));
    const groupId = await server.makeRole(contentRules);
    afterFirstStep(() => server.database.db.updateTable('admin').set({ groupId }).where('id', '=', id).execute());
    expect((await rename('of a right', 'no more', { token })).status).toBe(403);
    expect([await stored('tags', ids), await stepsLeft()]).toEqual([['of a right'], 0]);
  });

  /** Calls `work` once, after the first transaction after which `isTime` holds. */
  function once(isTime: () => Promise<boolean>, work: () => Promise<unknown>): void {
    const { database } = server;
    const { transaction } = database;
    const restore = () => {
      database.transaction = transaction;
    };
    database.transaction = async (task) => {
      const result = await transaction(task);
      if (await isTime()) {
        restore();
        await work();
      }
      return result;
    };
    onTestFinished(restore);
  }

  const manyWays = [
    {
      path: 'base.Bulk/edit',
      inner: 'base.content/editArticle',
      params: (ids: number[]) => ({ entity: 'article', ids, fields: '{"author":"late"}' }),
    },
    {
      path: 'base.Bulk/delete',
      inner: 'base.content/deleteArticle',
      params: (ids: number[]) => ({ entity: 'article', ids }),
    },
    {
      path: 'base.Bulk/duplicate',
      inner: 'base.content/addArticle',
      params: (ids: number[]) => ({ entity: 'article', ids }),
    },
    {
      path: 'base.Tag/rename',
      inner: 'base.content/editArticle',
      params: () => ({ title: 'of the way', to: 'late' }),
    },
  ];
  test.each(manyWays.flatMap((way) => ['the rule', 'the column'].map((what) => ({ ...way, what }))))(
    'secure A9: $what that $path uses ends between two steps, and nothing more is written',
    async (way) => {
      const [col_id, other] = [await column('Own'), await column('Other')];
      const ids = await articles(5, () => ({ col_id, status: 0, author: 'early', tags: 'of the way' }));
      const role = await server.makeRole([
        ...new Set([...contentRules, 'base.Tag/rename', 'base.content/getContentList?model=article', way.inner]),
      ]);
      const { token } = await server.makeAdmin(role);
      const rule = (await server.ruleIds()).get(way.inner) as number;
      const changed = async () => {
        const all = await generic(server.database.db)
          .selectFrom('article')
          .select(['author', 'tags', 'deleted_at', 'id'])
          .where('col_id', '=', col_id)
          .execute();
        const isNew = all.length - ids.length;
        return isNew + all.filter((row) => row.author === 'late' || row.tags === 'late' || row.deleted_at).length;
      };
      once(
        async () => (await changed()) > 0,
        () =>
          way.what === 'the rule'
            ? generic(server.database.db)
                .deleteFrom('role_rule_method')
                .where('owner_id', '=', role)
                .where('ref_id', '=', rule)
                .execute()
            : server.data('base.admin/edit_role', { id: role, columns: `[${other}]` }),
      );
      const { status, body } = await server.call<{ done?: number; total?: number; failed?: unknown[] }>(
        way.path,
        way.params(ids),
        {
          token,
        },
      );
      // Records that the role may no longer see do not count as having the tag.
      const isWhole = way.path === 'base.Bulk/duplicate' || (way.path === 'base.Tag/rename' && way.what === 'the rule');
      expect(await changed()).toBe(isWhole ? 0 : 1);
      if (way.what === 'the rule') expect(status).toBe(403);
      else if (isWhole) expect(body.code).not.toBe(1);
      else expect([body.data.done ?? body.data.total, body.data.failed?.length ?? 4]).toEqual([1, 4]);
      expect(await stepsLeft()).toBe(0);
      await generic(server.database.db).deleteFrom('article').where('col_id', '=', col_id).execute();
    },
  );

  test('secure A9: long work of a program is one call in its limit, however many steps it takes', async () => {
    const ids = await articles(8, () => ({ col_id: tagged, status: 0, tags: 'of a program' }));
    const { token } = await server.data<{ token: string }>('base.admin/createToken', {
      title: 'Steps',
      role: 1,
      days: 1,
      per_minute: 2,
    });
    expect((await rename('of a program', 'renamed by it', { token })).body.code).toBe(1);
    expect(await stored('tags', ids)).toEqual(['renamed by it']);
    expect((await rename('nothing', 'else', { token })).status).toBe(200);
    expect((await rename('nothing', 'else', { token })).status).toBe(429);
  });

  test('secure A9: a single page moves with what is below its old column, which is deleted in steps', async () => {
    const single = async (pid = 0) =>
      (await server.data<{ id: number }>('base.base/addColumn', { title: 'Page', model: 'single', pid })).id;
    const [col_id, move_to] = [await single(), await single()];
    // A single page is made when it is first read.
    await server.data('base.content/getContentList', { model: 'single', id: col_id });
    const { id: below } = await server.data<{ id: number }>('base.base/addColumn', {
      title: 'Below',
      model: 'article',
      pid: col_id,
    });
    await articles(many, () => ({ col_id: below }));
    expect((await remove({ col_id, move_to, cascade: 1 })).body.code).toBe(1);
    const moved = await generic(server.database.db)
      .selectFrom('single')
      .select(['col_id', 'deleted_at'])
      .where('col_id', 'in', [col_id, move_to])
      .execute();
    expect(moved).toEqual([{ col_id: move_to, deleted_at: null }]);
  });

  test('secure A9: work that cannot be taken back does not keep other work from being', async () => {
    const ids = await articles(4, () => ({ col_id: tagged, tags: 'beside it' }));
    const goOn = cutOff();
    expect((await rename('beside it', 'half')).status).toBe(500);
    goOn();
    const { db } = server.database;
    const [left] = await db.selectFrom('import_step').selectAll().where('n', '=', 0).execute();
    for (const run of ['0-unknown', 'z-unknown'])
      await db
        .insertInto('import_step')
        .values({ ...(left as NonNullable<typeof left>), run, path: 'base.Gone/call' })
        .execute();
    await expect(undoAbandoned(server.database)).rejects.toThrow('base.Gone/call');
    expect(await stored('tags', ids)).toEqual(['beside it']);
    expect(
      await db.deleteFrom('import_step').where('path', '=', 'base.Gone/call').returning('run').execute(),
    ).toHaveLength(2);
  });

  test('secure A9: contents that move to another column do so in steps; cut off, they are where they were', async () => {
    const [col_id, move_to] = [await column('From'), await column('To')];
    const ids = await articles(many, (at) => ({ col_id, slug: `moving-${at}` }));
    const [taken] = await articles(1, () => ({ col_id: move_to, slug: 'moving-0' }));
    // Another record had this slug earlier; the move replaces that entry.
    const earlier = [
      { entity: 'article', col_id, slug: 'moving-1', record_id: taken, create_time: '2026-01-02T03:04:05Z' },
    ];
    await generic(server.database.db).insertInto('old_slug').values(earlier).execute();
    const oldSlugs = () =>
      generic(server.database.db).selectFrom('old_slug').selectAll().where('col_id', '=', col_id).execute();
    const goOn = cutOff();
    expect((await remove({ col_id, move_to })).status).toBe(500);
    goOn();
    expect(await stored('col_id', ids)).toEqual(expect.arrayContaining([col_id, move_to]));
    await undoAbandoned(server.database);
    expect(await stored('col_id', ids)).toEqual([col_id]);
    expect(await stored('slug', ids.slice(0, 1))).toEqual(['moving-0']);
    expect(await oldSlugs()).toMatchObject(earlier);
    await server.data('base.base/deleteColumn', { col_id, move_to });
    expect(await stored('col_id', ids)).toEqual([move_to]);
    expect(await stored('slug', [ids[0] as number, taken as number])).toEqual([`moving-0-${ids[0]}`, 'moving-0']);
    expect(new Set(await versions(ids))).toEqual(new Set(['update']));
  });

  test('secure A9: steps of bulk work end by time, and a repeat gets what the first one got', async () => {
    const col_id = await column('Bulk');
    const ids: number[] = [];
    for (let n = 0; n < 5; n++)
      ids.push((await server.data('base.content/addArticle', { title: `Bulk ${n}`, col_id })).id as number);
    let transactions = 0;
    const { transaction } = server.database;
    server.database.transaction = (task) => {
      transactions++;
      return transaction(task);
    };
    onTestFinished(() => {
      server.database.transaction = transaction;
    });
    const edit = { entity: 'article', ids, fields: JSON.stringify({ description: 'alike' }) };
    const options = { headers: { 'idempotency-key': 'bulk-by-time' } };
    const first = await server.data<{ done: number }>('base.Bulk/edit', edit, options);
    expect([first.done, transactions >= 5]).toEqual([5, true]);
    expect(await server.data('base.Bulk/edit', edit, options)).toEqual(first);
    const copied = await server.data<{ ids: number[] }>('base.Bulk/duplicate', { entity: 'article', ids });
    expect(copied.ids).toHaveLength(5);
    expect(await versions(ids)).toEqual([...Array(5).fill('create'), ...Array(5).fill('update')]);
  });

  test('secure A9: others are served between the steps of bulk work, also where each record is refused at once', async () => {
    const ids = Array.from({ length: 350 }, (_, at) => 4_000_000 + at);
    let polls = 0;
    const count = () => {
      polls++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const begun: number[] = [];
    const { transaction } = server.database;
    server.database.transaction = (task) => {
      begun.push(polls);
      return transaction(task);
    };
    onTestFinished(() => {
      clearImmediate(next);
      server.database.transaction = transaction;
      stepMs[kind] = 0;
    });
    stepMs[kind] = usual;
    const { done, failed } = await server.data<{ done: number; failed: object[] }>('base.Bulk/edit', {
      entity: 'article',
      ids,
      fields: JSON.stringify({ author: 'x' }),
    });
    expect([done, failed.length]).toEqual([0, 350]);
    expect(begun.length).toBeGreaterThanOrEqual(4);
    expect(new Set(begun).size).toBe(begun.length);
  });

  test('secure A9: bulk work is answered where each step is soon over, however long all of them take', async () => {
    const call: { timeoutMs: number } = bulkEdit;
    const { timeoutMs } = call;
    const { transaction } = server.database;
    onTestFinished(() => {
      call.timeoutMs = timeoutMs;
      server.database.transaction = transaction;
      stepMs[kind] = 0;
    });
    stepMs[kind] = usual;
    call.timeoutMs = 1500;
    server.database.transaction = async (task) => {
      await wait(500);
      return transaction(task);
    };
    const ids = Array.from({ length: 350 }, (_, at) => 4_000_000 + at);
    const { failed } = await server.data<{ failed: object[] }>('base.Bulk/edit', {
      entity: 'article',
      ids,
      fields: JSON.stringify({ author: 'x' }),
    });
    expect(failed).toHaveLength(350);
  });

  test('secure A9: of copies of which one is refused none is left', async () => {
    const col_id = await column('Copies');
    const { id } = await server.data('base.content/addArticle', { title: 'Copied', col_id });
    const { status } = await server.call('base.Bulk/duplicate', { entity: 'article', ids: [id, 4_711_000] });
    const { total } = await server.data<{ total: number }>('base.content/getContentList', {
      model: 'article',
      id: col_id,
    });
    expect([status, total, await stepsLeft()]).toEqual([200, 1, 0]);
  });

  /** Measures the most that one query reads, in characters of JSON. */
  function rowsRead() {
    let most = 0;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        most = Math.max(most, JSON.stringify(result.rows).length);
        return result;
      },
    };
    const { database } = server;
    const { db, transaction } = database;
    Object.assign(database, { db: db.withPlugin(plugin) });
    database.transaction = (task) => transaction((inside) => task(inside.withPlugin(plugin)));
    const restore = () => {
      Object.assign(database, { db, transaction });
    };
    onTestFinished(restore);
    return { most: () => most, restore };
  }

  test('secure A9: the last edit of any record is one row of the log, however long that is', async () => {
    const log = generic(server.database.db);
    const row = { username: 'a', path: 'long', title: '', target: 'article', target_id: 1, code: 1, params: '{}' };
    const rest = { cost_ms: 1, ip: '', user_agent: '', batch: '', create_time: '2026-01-02T03:04:05Z' };
    const rows = Array.from({ length: 2000 }, () => ({ ...row, ...rest }));
    await log.insertInto('operation_log').values(rows).execute();
    onTestFinished(async () => void (await log.deleteFrom('operation_log').where('path', '=', 'long').execute()));
    const read = rowsRead();
    expect(await server.data('base.Data/lastEdit', { entity: 'article' })).toMatchObject({
      username: expect.any(String),
    });
    expect(read.most()).toBeLessThan(20_000);
    read.restore();
  });

  test('secure A9: texts of new records that were begun are not read to count them, nor all to find the last', async () => {
    const save = (values: object, more = {}) =>
      server.call<Refused & { copy: number }>('base.content/saveWorkingCopy', {
        entity: 'article',
        id: 0,
        values: JSON.stringify(values),
        ...more,
      });
    const long = { content: `<p>${'x'.repeat(390_000)}</p>`, description: 'x' };
    const begun: number[] = [];
    for (let n = 0; n < 4; n++) begun.push((await save(long)).body.data.copy);
    const read = rowsRead();
    expect((await save({ title: 'Small' })).body.code).toBe(1);
    expect(read.most()).toBeLessThan(100_000);
    const { copies } = await server.data<{ copies: object[] }>('base.content/getWorkingCopy', {
      entity: 'article',
      id: 0,
    });
    expect(copies).toMatchObject([{ values: { title: 'Small' } }]);
    expect(read.most()).toBeLessThan(100_000);
    read.restore();
    await server.database.db
      .updateTable('working_copy')
      .set({ values: JSON.stringify({ title: 'x'.repeat(20_000_000) }) })
      .where('id', '=', begun[0] as number)
      .execute();
    const msg = '没写完的新内容总量太大：请先保存或放弃一些';
    expect((await save({ title: 'More' })).body).toMatchObject({ code: 0, msg });
    expect((await save({ title: 'More' }, { copy: begun[1] })).body).toMatchObject({ code: 0, msg });
    expect((await save({ title: 'Less' }, { copy: begun[0] })).body).toMatchObject({ code: 1 });
    await server.database.db.deleteFrom('working_copy').where('record_id', 'is', null).execute();
  });

  test('secure A9: what a batch of large records would undo, and their export, are read a few of them at a time', async () => {
    const col_id = await column('Large');
    const ids = await articles(30, (at) => ({ col_id, content: `<p>${at} ${'x'.repeat(400_000)}</p>` }));
    const edit = { entity: 'article', ids, fields: JSON.stringify({ description: 'large' }), batch_key: 'large ones' };
    const { batch } = await server.data<{ batch: string }>('base.Bulk/edit', edit);
    const read = rowsRead();
    expect(await server.data('base.Batch/read', { batch })).toMatchObject({ ready: 30 });
    expect(read.most()).toBeGreaterThan(400_000);
    const headers = { authorization: server.token };
    const file = await fetch(`${server.url}/api/base.Transfer/export?entity=article`, { headers });
    expect((await file.text()).match(/x{400000}/g)).toHaveLength(30);
    await server.data('base.Batch/undo', { batch });
    expect(read.most()).toBeLessThan(5 * 1024 * 1024);
  });

  test('secure A9: each record of a batch is looked at once, also where records of two kinds take turns', async () => {
    const content = `<p>${'x'.repeat(400_000)}</p>`;
    const ids = await articles(9, () => ({ col_id: tagged, content }));
    const { id: col_id } = await server.data<{ id: number }>('base.base/addColumn', {
      title: 'Turns',
      model: 'product',
    });
    const now = '2026-01-02T03:04:05Z';
    const row = { col_id, status: 1, version: 1, sort: 0, title: 'Turn', content, create_time: now, update_time: now };
    const rows = Array.from({ length: 9 }, () => ({ ...row, images: '[]', params: '{}', skus: '[]' }));
    const made = await server.database.transaction((db) =>
      generic(db).insertInto('product').values(rows).returning('id').execute(),
    );
    let batch = '';
    for (const [at, { id }] of made.entries())
      for (const [entity, one] of [
        ['article', ids[at]],
        ['product', id],
      ]) {
        const edit = { entity, ids: [one], fields: '{"author":"of a batch"}', batch_key: 'in turns' };
        ({ batch } = await server.data<{ batch: string }>('base.Bulk/edit', edit));
      }
    for (const name of ['article', 'product'])
      await generic(server.database.db)
        .updateTable(name)
        .set({ author: 'since' })
        .where('author', '=', 'of a batch')
        .execute();
    const seen: number[] = [];
    let before = 0;
    do {
      const part = await server.data<{ changed: { key: number }[]; next: number }>('base.Batch/undo', {
        batch,
        before,
      });
      seen.push(...part.changed.map(({ key }) => key));
      before = part.next;
    } while (before > 0);
    expect([seen.length, new Set(seen).size]).toEqual([18, 18]);
  });

  test('secure A9: a page of long records is read a few at a time, without long parameters, and is bounded', async () => {
    const { id: col_id } = await server.data<{ id: number }>('base.base/addColumn', {
      title: 'Long',
      model: 'product',
    });
    const now = '2026-01-02T03:04:05Z';
    const picture = { url: '/upload/x.png', title: 'x'.repeat(400), intro: 'y'.repeat(450), sort: 0 };
    const images = JSON.stringify(Array(100).fill(picture));
    const params = JSON.stringify({ size: 'L', long: 'z'.repeat(20_000) });
    const made = { col_id, status: 1, version: 1, sort: 0, create_time: now, update_time: now };
    const add = (n: number, values: object) =>
      server.database.transaction((db) =>
        generic(db)
          .insertInto('product')
          .values(Array.from({ length: n }, (_, at) => ({ ...made, title: `Long ${at}`, ...values })))
          .execute(),
      );
    await add(50, { images, params, skus: '[]' });
    const read = rowsRead();
    const ask = (path: string, params: object) =>
      server.call<{ data: { title: string; images: unknown[]; params: object }[]; limit?: number }>(
        path,
        { ...params },
        { verb: 'GET' },
      );
    const site = { model: 'product', col_id };
    const all = (await ask('site.content/list', { ...site, limit: 50 })).body.data.data;
    expect([all.length, all[0]?.images.length, all[0]?.params]).toEqual([50, 100, { size: 'L' }]);
    expect(all.map(({ title }) => title)).toEqual(Array.from({ length: 50 }, (_, at) => `Long ${49 - at}`));
    expect([read.most() > 1_000_000, read.most() < 5_000_000]).toEqual([true, true]);
    const [{ params: listed } = { params: {} }] = (await ask('site.content/list', { ...site, limit: 10 })).body.data
      .data;
    expect(listed).toEqual({ size: 'L' });
    await add(50, { images, params, skus: '[]' });
    for (const [path, more] of [
      ['site.content/list', site],
      ['base.content/getContentList', { model: 'product', id: col_id }],
    ] as const) {
      const { body } = await server.call<null>(path, { ...more, limit: 100 });
      expect(body).toMatchObject({ code: 0, msg: expect.stringMatching(/一页最多 75 条/), data: { limit: 75 } });
    }
    read.restore();
    await generic(server.database.db).deleteFrom('product').where('col_id', '=', col_id).execute();
  });

  test.each(['list', 'read'])(
    'secure A9: the public site’s contents take turns by address, and one address has a bound: %s',
    async (name) => {
      const [id] = await articles(1, () => ({ col_id: tagged }));
      const params = { model: 'article', ...(name === 'read' && { id }) };
      const ask = () => server.call(`site.content/${name}`, params, { verb: 'GET', token: '' });
      expect((await ask()).body.code).toBe(1);
      const { run } = contentQueueOf(server.settings);
      const { promise: gate, resolve: open } = Promise.withResolvers<void>();
      const pile = [run('127.0.0.1', () => gate)];
      let isAnswered = false;
      const waiting = ask().then(({ status }) => {
        isAnswered = true;
        return status;
      });
      for (let n = 0; n < 20; n++) await server.data('auth.auth/checkLogin');
      expect(isAnswered).toBe(false);
      for (let n = 0; n < 99; n++) pile.push(run('127.0.0.1', () => gate));
      expect((await ask()).status).toBe(503);
      open();
      expect(await waiting).toBe(200);
      await Promise.all(pile);
    },
  );

  test('secure A9: a text longer than any field is refused before it is read', async () => {
    const { id: col_id } = await server.data<{ id: number }>('base.base/addColumn', {
      title: 'Long texts',
      model: 'article',
    });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id });
    const refusal = async (path: string, params: object) =>
      (await server.call<Refused>(path, { entity: 'article', ...params })).body.data?.errors;
    // Cleaning would leave nothing of this text.
    const nothing = '</p>'.repeat(100_001);
    for (const text of [nothing, '一'.repeat(400_001)])
      expect(await refusal('base.content/saveWorkingCopy', { id, values: JSON.stringify({ content: text }) })).toEqual({
        content: '最多 400000 个字符',
      });
    for (const path of ['base.Check/content', 'base.Check/links'])
      expect(await refusal(path, { fields: JSON.stringify({ title: nothing, content: nothing }) })).toEqual({
        title: '最多 400000 个字符',
        content: '最多 400000 个字符',
      });
    const pictures = JSON.stringify(Array.from({ length: 1000 }, () => ({})));
    const errors = await refusal('base.content/addProduct', {
      title: 'x',
      col_id,
      images: pictures,
      entity: undefined,
    });
    // There is one error for each picture that is checked, and one for the length.
    expect(Object.keys(errors ?? {}).length).toBeLessThan(210);
    const blanks = `${','.repeat(30_000)}${id}`;
    expect(await refusal('base.Bulk/edit', { ids: blanks, fields: '{"sort":1}' })).toHaveProperty('ids');
    expect(
      (await server.call('base.Bulk/edit', { entity: 'article', ids: `,,${id},`, fields: '{"sort":1}' })).body.code,
    ).toBe(1);
  });

  test('secure A9: lists and parameters of a record have a bound of their own', async () => {
    const { id: col_id } = await server.data<{ id: number }>('base.base/addColumn', {
      title: 'Bounds',
      model: 'product',
    });
    for (const name of ['p1', 'p2'])
      await server.data('base.content/addContentParams', { cid: col_id, name, title: name, type: 'html' });
    const save = async (values: object) =>
      (await server.call<Refused & { id: number }>('base.content/addProduct', { title: 'x', col_id, ...values })).body;
    const text = `<p>${'a'.repeat(199_000)}</p>`;
    const url = `/upload/${'u'.repeat(400)}.png`;
    expect(await save({ params: JSON.stringify({ p1: text, p2: text }) })).toMatchObject({
      data: { errors: { 'params.p2': '这些参数合起来最多 250000 个字符' } },
    });
    expect(
      await save({ images: JSON.stringify(Array(200).fill({ url, title: 'x'.repeat(200), intro: '' })) }),
    ).toMatchObject({
      data: { errors: { images: '最多 100000 个字符' } },
    });
    const { data } = await save({ params: JSON.stringify({ p1: text }) });
    const { db } = server.database;
    const images = Array.from({ length: 300 }, () => ({ url, title: 't'.repeat(50), intro: '', sort: 0 }));
    await generic(db)
      .updateTable('product')
      .set({ images: JSON.stringify(images) })
      .where('id', '=', data.id)
      .execute();
    // A value that is already too long may be made shorter.
    const edit = { id: data.id, images: JSON.stringify(images.slice(0, 198)) };
    expect((await server.call('base.content/editProduct', edit)).body.code).toBe(1);
  });

  test('secure A14: the operation log has the first items alone of a long list that bulk work gives to many records', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Listed', model: 'product' });
    const picture = (at: number) => ({ url: `/upload/${at}.png`, title: 't'.repeat(200), intro: '', sort: at });
    const images = (from: number) => JSON.stringify(Array.from({ length: 150 }, (_, at) => picture(from + at)));
    const add = (title: string) => server.data('base.content/addProduct', { col_id, title, images: images(0) });
    const ids = [(await add('one')).id, (await add('two')).id];
    const json = { headers: { 'content-type': 'application/json' } };
    const edit = { entity: 'product', ids, fields: { images: images(500) }, batch_key: 'pictures for all' };
    await server.data('base.Bulk/edit', edit, json);
    const { db } = server.database;
    const logged = db.selectFrom('operation_log').select(['before', 'after', 'params']).where('target', '=', 'product');
    const rows = await logged.where('path', '=', 'base.Bulk/edit').where('target_id', 'in', ids).execute();
    expect(rows).toHaveLength(2);
    for (const { before, after } of rows)
      for (const [json, first] of [[before, 0] as const, [after, 500] as const]) {
        const list = JSON.parse(String(json)).images;
        expect(list.slice(0, 2)).toEqual([picture(first), picture(first + 1)]);
        expect(list.at(-1)).toBe(`… +${150 - (list.length - 1)}`);
      }
    expect(rows.map((row) => JSON.stringify(row).length > 16_000)).toEqual([false, false]);
    await server.data('base.Bulk/delete', { entity: 'product', ids });
  });

  test('secure A14: a text that bulk work gives to many records is stored once for all their versions', async () => {
    const col_id = await column('Alike');
    const ids = await articles(8, (at) => ({ col_id, status: 0, slug: `alike-${at}`, content: `<p>before ${at}</p>` }));
    const content = `<p>${'a text of all of them '.repeat(2000)}</p>`;
    const edit = { entity: 'article', ids, fields: { content, description: 'alike' }, batch_key: 'a text for all' };
    const json = { headers: { 'content-type': 'application/json' } };
    const { batch } = await server.data<{ batch: string }>('base.Bulk/edit', edit, json);
    const { db } = server.database;
    const made = await db.selectFrom('record_version').select('changes').where('batch', '=', batch).execute();
    expect(made.map(({ changes }) => changes)).toEqual(Array(8).fill('{"description":"alike"}'));
    const values = () => db.selectFrom('batch_value').select('value').where('batch', '=', batch).execute();
    expect(await values()).toEqual([{ value: JSON.stringify(content) }]);
    const [id = 0] = ids;
    // A later edit of the same day belongs to no batch. The version that both become has the text itself again.
    await server.data('base.content/editArticle', { id, description: 'later' });
    const read = async (of: number, n: number) =>
      (await server.data<{ values: object }>('base.Version/read', { entity: 'article', id: of, n })).values;
    expect(await read(ids[1] as number, 2)).toMatchObject({ description: 'alike', content });
    expect(await read(id, 3)).toMatchObject({ content, description: 'later' });
    await server.database.transaction((inside) =>
      inside
        .updateTable('record_version')
        .set({ create_time: '2026-01-05T03:04:05Z' })
        .where('entity', '=', 'article')
        .where('record_id', 'in', ids)
        .where('n', '>', 1)
        .execute(),
    );
    const log = { id: 1, last: toIsoSeconds(new Date()), even_since: toIsoSeconds(new Date(Date.now() - 86_400_000)) };
    await db.deleteFrom('log_cleaning').execute();
    await db.insertInto('log_cleaning').values(log).execute();
    expect(await thinVersions(server.database, new AbortController().signal, () => {})).toBeGreaterThan(0);
    expect(await read(id, 3)).toMatchObject({ content, description: 'later' });
    expect(await read(ids[1] as number, 2)).toMatchObject({ description: 'alike', content });
    expect(await server.data('base.Batch/read', { batch })).toMatchObject({ ready: 7 });
    expect(await server.data('base.Batch/undo', { batch })).toMatchObject({ done: 7 });
    expect(await stored('content', ids)).toEqual([content, ...ids.slice(1).map((_, at) => `<p>before ${at + 1}</p>`)]);
    await server.data('base.Bulk/delete', { entity: 'article', ids });
    await server.data('base.Recycle/purge', { entity: 'article', ids });
    await thinVersions(server.database, new AbortController().signal, () => {});
    expect(await values()).toEqual([]);
  });

  test('secure A9: one’s settings are at most 1 MB together, and a refused one changes nothing', async () => {
    const { id, token } = await server.makeAdmin(await server.makeRole([]));
    const save = (name: string, value: unknown) =>
      server.call<Refused>('auth.auth/savePreference', { name, value: JSON.stringify(value) }, { token });
    const large = 'x'.repeat(64 * 1024 - 2);
    for (let n = 0; n < 16; n++) expect((await save(`n${n}`, large)).body.code).toBe(1);
    expect((await save('one.more', 1)).body.data.errors).toEqual({ value: '您的全部设置合计最多 1024 KB' });
    expect((await save('n3', 'small')).body.code).toBe(1);
    expect((await save('one.more', 1)).body.code).toBe(1);
    expect(await server.data('auth.auth/preferences', {}, { token })).toHaveLength(17);
    // Settings that an earlier version allowed beyond the limit may be made smaller.
    await server.database.db
      .insertInto('preference')
      .values({
        admin_id: id,
        name: 'older',
        value: JSON.stringify('x'.repeat(500_000)),
        update_time: toIsoSeconds(new Date()),
      })
      .execute();
    expect((await save('n4', 'small')).body.code).toBe(1);
    expect((await save('n3', large)).body.code).toBe(0);
  });
});

test.each([
  ['UTF-8', 0x20],
  ['GB 18030', 0x80],
])('secure A9: a long file of %s lets others have their turn before it is parsed', async (_, byte) => {
  const file = Buffer.alloc(16 * 2 ** 20, byte);
  for (let at = 400; at < 14 * 2 ** 20; at += 400) file[at] = 10;
  const rows = csvRows(file, { isTransaction: false });
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  // The last cell is too long, so that nothing is parsed.
  await expect(rows.next()).rejects.toThrow('csv_cell_long');
  isOver = true;
  expect(turns).toBeGreaterThan(0);
});
