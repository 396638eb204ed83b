import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isoFromNow } from '../../server/core/clock.ts';
import { statements } from '../../server/core/diagnostics.ts';
import { CallError } from '../../server/core/errors.ts';
import { thisProcess } from '../../server/core/processOwner.ts';
import { generic } from '../../server/database/tables.ts';
import { stepMs } from '../../server/steps/inSteps.ts';
import { undoAbandoned } from '../../server/steps/undoSteps.ts';
import { testedDatabases } from '../support/databases.ts';
import { useProgram } from '../support/program.ts';
import { describeEachDatabase } from '../support/server.ts';

interface Report {
  code: number;
  msg: string;
  data: { created: number; updated: number } | null;
}

async function importCsv(url: string, token: string, entity: string, lines: string[], flags = {}): Promise<Report> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ entity, ...flags })) form.append(name, String(value));
  form.append('file', new Blob([lines.join('\n')]), 'rows.csv');
  const options = { method: 'POST', headers: { authorization: token }, body: form };
  return (await (await fetch(`${url}/api/base.Transfer/import`, options)).json()) as Report;
}

/** Makes a file of few rows exceed 128 kB, beyond which it comes in steps. Its unknown column is skipped. */
const filler = 'x'.repeat(4000);
const skipsFiller = { skip_unknown: 1 };

const usernames = (n: number, prefix: string) => Array.from({ length: n }, (_, at) => `${prefix}${at}`);

describeEachDatabase('A long import', (server, kind) => {
  const many = 220; // beyond the 200 that come in at once
  /** For tests of what both databases do alike: they run on one of them unless `TEST_DATABASES` asks for both. */
  const testOnce = testedDatabases.includes(kind) ? test : () => {};
  const total = async () => (await server.data<{ total: number }>('base.User/list')).total;

  // The steps are so short that few rows need many of them.
  const usual = stepMs[kind];
  beforeAll(() => {
    stepMs[kind] = 10;
  });
  afterAll(() => {
    stepMs[kind] = usual;
  });

  /** Runs `work` after the first step of the next import, before its second one begins. */
  function afterFirstStep(work: () => Promise<unknown>): void {
    const { database } = server;
    const { transaction } = database;
    const restore = () => {
      database.transaction = transaction;
    };
    database.transaction = async (task) => {
      const result = await transaction(task);
      if (await database.db.selectFrom('import_step').select('n').where('n', '=', 1).executeTakeFirst()) {
        restore();
        await work();
      }
      return result;
    };
    onTestFinished(restore);
  }

  test('A4: nobody else waits for it, and writes and sign-ins go on beside it', async () => {
    const rows = kind === 'sqlite' ? 900 : many;
    const admin = await server.makeAdmin(await server.makeRole([]));
    const started = performance.now();
    let isOver = false;
    const importing = importCsv(server.url, server.token, 'user', ['username', ...usernames(rows, 'beside')]).finally(
      () => {
        isOver = true;
      },
    );
    const waits: number[] = [];
    const timed = async (work: () => Promise<unknown>) => {
      const begun = performance.now();
      await work();
      waits.push(performance.now() - begun);
    };
    while (!isOver) {
      await timed(() => server.data('auth.auth/savePreference', { name: 'theme', value: '1' }));
      await wait(1);
    }
    expect(await importing).toMatchObject({ code: 1, data: { created: rows } });
    const took = performance.now() - started;
    // A write that waited for the whole import would take as long; a step takes a fraction of a second.
    expect(Math.max(...waits)).toBeLessThan(Math.max(1000, took / 3));
    expect(waits.length).toBeGreaterThan(2);
    await server.signIn(admin.username, admin.password);
    expect(await total()).toBe(rows);
    const left = await server.database.db.selectFrom('import_step').selectAll().execute();
    expect(left).toEqual([]);
  });

  test('A4: where a record is changed meanwhile, so that a row is refused after all, all of it is taken back', async () => {
    const { id } = await server.data('base.User/userAddEdit', { username: 'edited', remark: 'as it was' });
    const before = await total();
    const remark = async () => {
      const { data } = await server.data<{ data: { remark: string }[] }>('base.User/list', { ids: id });
      return data[0]?.remark;
    };
    const lines = usernames(60, 'overtaken').map((name) => `,${name},,${filler}`);
    afterFirstStep(async () => {
      expect(await remark()).toBe('changed by the file');
      await server.data('base.User/userAddEdit', { username: 'overtaken59' });
    });
    const heading = ['id,username,remark,filler', `${id},edited,changed by the file,`];
    const reply = await importCsv(server.url, server.token, 'user', [...heading, ...lines], skipsFiller);
    expect(reply).toMatchObject({ code: 0, msg: '导入期间有记录被他人修改，已全部撤销，请重新导入' });
    expect(await total()).toBe(before + 1);
    expect(await remark()).toBe('as it was');
  });

  test('A4: what authors and reviewers keep beside their articles is as it was after one that is taken back', async () => {
    const col_id = (await server.data('base.base/addColumn', { title: 'beside', model: 'article' })).id;
    const article = async (fields: object) =>
      (await server.data('base.content/addArticle', { title: 'before', col_id, ...fields })).id;
    const about = async (fields: object, copied: object) => {
      const id = await article(fields);
      await server.data('base.content/saveWorkingCopy', { entity: 'article', id, values: copied });
      return id;
    };
    const author = await server.makeAdmin(await server.makeRole([]));
    const [whole, part, waiting, later, last] = [
      await about({ status: 1, slug: 'old-address' }, { title: 'kept' }),
      await about({ status: 1 }, { title: 'kept', content: '<p>kept too</p>' }),
      await article({ status: 2 }),
      await about({ status: 1 }, { title: 'kept' }),
      await article({}),
    ];
    await server.database.db
      .updateTable('working_copy')
      .set({ admin_id: author.id })
      .where('record_id', '=', part)
      .execute();
    const kept = async () => ({
      copies: await server.database.db.selectFrom('working_copy').selectAll().orderBy('id').execute(),
      reviews: await server.database.db.selectFrom('review').selectAll().orderBy('record_id').execute(),
      slugs: await generic(server.database.db).selectFrom('old_slug').selectAll().orderBy('id').execute(),
      versions: await server.database.db
        .selectFrom('record_version')
        .select('record_id')
        .distinct()
        .where('entity', '=', 'article')
        .orderBy('record_id')
        .execute(),
    });
    const before = await kept();
    afterFirstStep(async () => {
      await server.data('base.content/saveWorkingCopy', {
        entity: 'article',
        id: later,
        values: { title: 'written since' },
      });
      expect(await kept()).not.toMatchObject({ copies: before.copies });
      await server.data('base.content/deleteArticle', { aid: last });
    });
    const rows = [
      'id,title,col_id,status,slug,filler',
      `${whole},by file,${col_id},1,new-address,`,
      `${part},by file,${col_id},1,,`,
      `${waiting},by file,${col_id},0,,`,
      `${later},by file,${col_id},1,,`,
      ...Array.from({ length: 60 }, (_, at) => `,new ${at},${col_id},2,,${filler}`),
      `${last},by file,${col_id},1,,`,
    ];
    const reply = await importCsv(server.url, server.token, 'article', rows, skipsFiller);
    expect(reply).toMatchObject({ code: 0, msg: '导入期间有记录被他人修改，已全部撤销，请重新导入' });
    const { copies, ...rest } = await kept();
    const [ofLater] = copies.filter(({ record_id }) => record_id === later);
    expect(JSON.parse(ofLater?.values ?? '')).toEqual({ title: 'written since' });
    const others = ({ record_id }: { record_id: number | null }) => record_id !== later;
    expect({ copies: copies.filter(others), ...rest }).toEqual({ ...before, copies: before.copies.filter(others) });
  });

  testOnce('new contents take little more than a statement each', async () => {
    const rows = 150; // in one transaction, so that the time it takes changes nothing
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'few statements', model: 'article' });
    let ran = 0;
    const end = statements.subscribe(() => {
      ran++;
    });
    onTestFinished(end);
    const lines = ['title,col_id,status', ...Array.from({ length: rows }, (_, at) => `Few ${at},${col_id},1`)];
    expect(await importCsv(server.url, server.token, 'article', lines)).toMatchObject({ data: { created: rows } });
    expect(ran).toBeLessThan(1.5 * rows);
  });

  testOnce('A4: few rows of much text come in steps too', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: '长文', model: 'article' });
    const { transaction } = server.database;
    let n = 0;
    server.database.transaction = (work) => {
      n++;
      return transaction(work);
    };
    const transactionsOf = async (letters: number) => {
      n = 0;
      const rows = [1, 2, 3].map((at) => `${letters} ${at},${col_id},${'字'.repeat(letters)}`);
      const report = await importCsv(server.url, server.token, 'article', ['title,col_id,content', ...rows]);
      expect(report).toMatchObject({ data: { created: 3 } });
      return n;
    };
    const ofShort = await transactionsOf(10);
    expect(await transactionsOf(20_000)).toBeGreaterThan(ofShort + 2);
    server.database.transaction = transaction;
    // Rows of a tree refer to one another and are imported at once, so their size is limited.
    const large = ['title,model,content', `Large,article,${'字'.repeat(360_000)}`];
    const { msg } = await importCsv(server.url, server.token, 'column', large);
    expect(msg).toBe('这类记录一次最多导入 1 MB，请把文件分成几份');
  });

  testOnce('A4: what is twice in the file, far apart, is refused before anything is written', async () => {
    const before = await total();
    const lines = ['username', 'same_name', ...usernames(many, 'twice'), 'same_name'];
    const { data } = await importCsv(server.url, server.token, 'user', lines);
    expect(data).toMatchObject({ errors: [{ row: many + 3, field: 'username', msg: '已被使用' }] });
    expect(await total()).toBe(before);
  });

  testOnce('A4, B3: a SKU that two of its products have is refused so too', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: '商品', model: 'product' });
    const product = (title: string, sku: string) =>
      `${title},${col_id},"[{""sku"":""${sku}"",""price"":""1"",""stock"":1}]"`;
    const lines = [
      'title,col_id,skus',
      product('first', 'K-1'),
      ...usernames(many, 'p').map((name) => product(name, '')),
    ];
    const { data } = await importCsv(server.url, server.token, 'product', [...lines, product('last', 'k-1')]);
    expect(data).toMatchObject({ errors: [{ row: many + 3, field: 'skus.0.sku', msg: '已被使用' }] });
    expect((await server.data<{ total: number }>('base.content/getContentList', { model: 'product' })).total).toBe(0);
  });

  testOnce(
    'A4: numbers that differ in spelling alone are refused so too, letters whose case no database knows are not',
    async () => {
      const lines = [
        'username,mobile',
        'Ärger,138 0000 0000',
        ...usernames(many, 'alike'),
        'ärger,',
        'last,13800000000',
      ];
      const { data } = await importCsv(server.url, server.token, 'user', lines);
      expect(data).toMatchObject({ errors: [{ row: many + 4, field: 'mobile', msg: '已被使用' }] });
    },
  );

  testOnce('A4: one whose database goes away is taken back by the next sweep, and may come again', async () => {
    const before = await total();
    const { database } = server;
    const { transaction } = database;
    afterFirstStep(async () => {
      database.transaction = async () => {
        throw new CallError('busy');
      };
    });
    const lines = ['username,filler', ...usernames(60, 'away').map((name) => `${name},${filler}`)];
    const reply = await importCsv(server.url, server.token, 'user', lines, skipsFiller);
    expect(reply).toMatchObject({ code: 503, data: null });
    database.transaction = transaction;
    expect(await total()).toBeGreaterThan(before);
    const owns = (owner: string, create_time: string) =>
      database.db.updateTable('import_step').set({ owner, create_time }).where('n', '=', 0).execute();
    // The owner has the id of a running process. Work older than an hour is abandoned all the same.
    const [host] = thisProcess.split('~');
    await owns(`${host}~${process.ppid}`, isoFromNow(0));
    expect(await undoAbandoned(server.database)).toBe(0);
    await owns(`${host}~${process.ppid}`, isoFromNow(-2 * 3600_000));
    expect(await undoAbandoned(server.database)).toBe(1);
    expect(await total()).toBe(before);
    expect(await importCsv(server.url, server.token, 'user', lines, skipsFiller)).toMatchObject({
      data: { created: 60 },
    });
  });

  testOnce('every character of it comes in, wherever the file is cut for reading', async () => {
    const names = usernames(many, '𠮷'); // 4 bytes in UTF-8, 2 units in JavaScript
    const lines = ['username,nickname', ...names.map((name, at) => `rare${at},${name}`)];
    expect(await importCsv(server.url, server.token, 'user', lines)).toMatchObject({ data: { created: many } });
    const rows = await server.database.db
      .selectFrom('user')
      .select('nickname')
      .where('username', 'like', 'rare%')
      .execute();
    expect(rows.map(({ nickname }) => nickname).sort()).toEqual(names.sort());
  });

  if (kind === 'postgres')
    test('A4: a step that the database asks to run again loses no row', async () => {
      const before = await total();
      // A transaction of the check and one of the import fail once each.
      await sql`create sequence met`.execute(server.database.db);
      await sql
        .raw(`create function deadlock() returns trigger language plpgsql as $$ begin
        if nextval('met') % 2 = 1 then raise exception using errcode = '40P01'; end if;
        return new;
      end $$`)
        .execute(server.database.db);
      await sql
        .raw(`create trigger meet before insert on "user" for each row
        when (new.username = 'again150') execute function deadlock()`)
        .execute(server.database.db);
      const { data } = await importCsv(server.url, server.token, 'user', ['username', ...usernames(many, 'again')]);
      expect(data).toMatchObject({ rows: many, created: many, errors: [] });
      expect(await total()).toBe(before + many);
      const { rows } = await sql<{ last_value: number }>`select last_value from met`.execute(server.database.db);
      expect(Number(rows[0]?.last_value)).toBe(4);
    });

  if (kind === 'sqlite')
    test('A4: a write that cannot begin within 4.5 seconds is answered 503', async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const held = server.database.transaction(() => released);
      onTestFinished(() => release());
      const { status, body } = await server.call('base.Size/addEditSize', { title: 'late' });
      expect([status, body.code]).toEqual([503, 503]);
      release();
      await held;
      expect((await server.call('base.Size/addEditSize', { title: 'in time' })).body.code).toBe(1);
    });
});

describe('A long import that is cut off', () => {
  const program = useProgram();

  test('A4: a process that is killed in the middle leaves nothing of it after the next start', {
    timeout: 120_000,
  }, async () => {
    const { dataDir } = await program.storage('sqlite', 'tables');
    const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'a long enough one' };
    const first = await program.start(settings);
    await first.listening;
    const post = async (url: string, path: string, params: Record<string, string>, token = '') => {
      const options = { method: 'POST', headers: { authorization: token }, body: new URLSearchParams(params) };
      return (await (await fetch(`${url}/api/${path}`, options)).json()) as { data: { token: string } };
    };
    const signIn = async (url: string) => {
      const account = { username: 'admin', password: settings.ADMIN_PASSWORD };
      return (await post(url, 'auth.auth/login', account)).data.token;
    };
    const total = async (url: string, token: string) => {
      const reply = await fetch(`${url}/api/base.User/list`, { headers: { authorization: token } });
      return ((await reply.json()) as { data: { total: number } }).data.total;
    };
    const token = await signIn(first.url);
    const cut = importCsv(first.url, token, 'user', ['username', ...usernames(1500, 'cut')]).catch(() => 'cut off');
    await expect.poll(() => total(first.url, token), { interval: 10 }).toBeGreaterThan(0);
    first.process.kill('SIGKILL');
    expect(await cut).toBe('cut off');
    await first.ended;
    const second = await program.start(settings);
    await second.listening;
    const again = await signIn(second.url);
    await expect.poll(() => total(second.url, again)).toBe(0);
  });
});
