import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fillSite } from '../support/backups.ts';
import { runInShell } from '../support/command.ts';
import { testedDatabases } from '../support/databases.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { type DatabaseKind, describeEachDatabase, type TestServer } from '../support/server.ts';

/** Runs statements that triggers do not follow and references do not refuse. */
async function behind({ database }: TestServer, table: string, ...statements: string[]): Promise<void> {
  const off = {
    sqlite: [sql`select 1`],
    postgres: [sql`set local session_replication_role = replica`],
  };
  await database.transaction(async (db) => {
    const triggers =
      database.kind === 'sqlite'
        ? (
            await sql<{ name: string; text: string }>`
            select name, sql as text from sqlite_master where type = 'trigger' and tbl_name = ${table}`.execute(db)
          ).rows
        : [];
    for (const { name } of triggers) await sql`drop trigger ${sql.table(name)}`.execute(db);
    for (const statement of off[database.kind]) await statement.execute(db);
    for (const statement of statements) await sql.raw(statement).execute(db);
    for (const { text } of triggers) await sql.raw(text).execute(db);
  });
}

interface Breaking {
  what: string;
  says: RegExp;
  break(server: TestServer, ids: { article: number; media: string }): Promise<unknown>;
  only?: DatabaseKind;
  /** It is found on the disk, whichever database there is. */
  ofFiles?: true;
}

const run = (statement: string) => (server: TestServer) => sql.raw(statement).execute(server.database.db);

const derived: Breaking[] = [
  {
    what: 'a total',
    says: /article: 1 total of records is not/,
    break: run('update article_tally set n = n + 1 where cell = (select max(cell) from article_tally where n > 0)'),
  },
  {
    what: 'an entry that is missing in a search index',
    says: /article: 1 entry of the search index is missing/,
    only: 'sqlite',
    break: run('delete from article_search where rowid = (select min(rowid) from article_search)'),
  },
  {
    what: 'the pinyin of another name',
    says: /article: the pinyin of 1 record is not that of the name/,
    only: 'postgres',
    break: run(`update article_pinyin set terms = '{wr,ong}' where id = (select min(id) from article_pinyin)`),
  },
  {
    what: 'other words in a search index',
    says: /article: the search index has other words than 1 record\./,
    only: 'sqlite',
    break: (server, { article }) =>
      behind(server, 'article', `update article set title = 'ba' || substr(title, 3) where id = ${article}`),
  },
  {
    what: 'a search index that is gone',
    says: /article search: not there: article_search/,
    break: (server) =>
      run(server.database.kind === 'sqlite' ? 'drop table article_search' : 'drop index article_search')(server),
  },
  {
    what: 'an order index that is gone',
    says: /article order: not there: article_by_title/,
    break: run('drop index article_by_title'),
  },
  {
    what: 'an order index of other columns',
    says: /article order: changed or switched off: article_by_title/,
    only: 'sqlite',
    break: async (server) => {
      await run('drop index article_by_title')(server);
      await run('create index article_by_title on article (title)')(server);
    },
  },
  {
    what: 'an index that is not that of its table',
    says: /The index article_category is not that of its table/,
    only: 'sqlite',
    break: async ({ settings }) => {
      const file = new DatabaseSync(join(settings.dataDir, 'rtop.db'));
      const define = (column: string) =>
        file.exec(`pragma writable_schema = on;
          update sqlite_master set sql = 'CREATE INDEX article_category on article (${column})' where name = 'article_category';
          pragma writable_schema = reset`);
      file.enableDefensive(false);
      define('title');
      file.exec('reindex article_category');
      define('category_id');
      file.close();
    },
  },
  {
    what: 'a trigger that is gone',
    says: /article uses: not there: article_uses_updated/,
    break: (server) =>
      run(`drop trigger article_uses_updated${server.database.kind === 'sqlite' ? '' : ' on article'}`)(server),
  },
  {
    what: 'a trigger that is switched off',
    says: /switched off: article_uses_updated/,
    only: 'postgres',
    break: run('alter table article disable trigger article_uses_updated'),
  },
  {
    what: 'a function of another body',
    says: /article tally: changed/,
    only: 'postgres',
    break: run(
      `create or replace function article_tally() returns trigger language plpgsql as $$ begin return null; end $$`,
    ),
  },
  {
    what: 'a use that is missing',
    says: /article: the uses of files by 1 record are not/,
    break: (_server, { article }) =>
      run(`delete from media_use where entity = 'article' and record_id = ${article}`)(_server),
  },
  {
    what: 'a use too many',
    says: /article: the uses of files by 1 record are not/,
    break: run(
      `insert into media_use (entity, record_id, field, stem) values ('article', 999999, 'content', '/upload/none')`,
    ),
  },
  {
    what: 'a unique value that is missing',
    says: /product: the values that must be unique are not those of 1 record/,
    break: run('delete from product_item_value where record_id = (select min(record_id) from product_item_value)'),
  },
  {
    what: 'a review of no record',
    says: /review: there are reviews of 1 record of article that is not there \(654321\)/,
    break: run(
      `insert into review (entity, record_id, state, note, create_time) values ('article', 654321, 'submitted', '', '')`,
    ),
  },
];

const written: Breaking[] = [
  {
    what: 'a reference to nothing',
    says: /article\.category_id: 1 row refers to what is not in category \(987654\)/,
    break: async (server, { article }) => {
      if (server.database.kind === 'sqlite') await sql`pragma foreign_keys = off`.execute(server.database.db);
      const statement = `update article set category_id = 987654 where id = ${article}`;
      if (server.database.kind === 'sqlite') await run(statement)(server);
      else await behind(server, 'article', statement);
      if (server.database.kind === 'sqlite') await sql`pragma foreign_keys = on`.execute(server.database.db);
    },
  },
  {
    what: 'versions of no record',
    says: /record_version: there are versions of 1 record of article that is not there \(876543\)/,
    break: run(
      `insert into record_version (entity, record_id, n, base, published, changes) values ('article', 876543, 1, 1, 0, '{}')`,
    ),
  },
  {
    what: 'a version without its base',
    says: /record_version: 1 version lacks the one that it builds on/,
    break: (server, { article }) =>
      run(
        `insert into record_version (entity, record_id, n, base, published, changes) values ('article', ${article}, 99, 98, 0, '{}')`,
      )(server),
  },
  {
    what: 'a working copy of no record',
    says: /working_copy: there are working copies of 1 record of article that is not there \(765432\)/,
    break: run(`insert into working_copy (entity, record_id, admin_id, "values") values ('article', 765432, 1, '{}')`),
  },
  {
    what: 'a missing file',
    ofFiles: true,
    says: /media: 1 record without its files/,
    break: async ({ settings }, { media }) =>
      renameSync(join(settings.dataDir, media), join(settings.dataDir, 'aside')),
  },
  {
    what: 'a file of another size',
    ofFiles: true,
    says: /media: the files of 1 record have another size/,
    break: async ({ settings }, { media }) => writeFileSync(join(settings.dataDir, media), 'short'),
  },
  {
    what: 'a link in the place of a file',
    ofFiles: true,
    says: /media: 1 record without its files/,
    break: async ({ settings }, { media }) => {
      rmSync(join(settings.dataDir, media));
      symlinkSync('/etc/passwd', join(settings.dataDir, media));
    },
  },
  {
    what: 'a file without a record',
    ofFiles: true,
    says: /upload: 1 file without a record \(\/upload\/old\.txt\)/,
    break: async ({ settings }) => {
      for (const name of ['old', 'new']) writeFileSync(join(settings.dataDir, `upload/${name}.txt`), 'text');
      utimesSync(join(settings.dataDir, 'upload/old.txt'), 0, 0);
    },
  },
  {
    what: 'secrets that this key does not open',
    says: /1 secret was sealed with another key \(config_item \d+\)/,
    break: run(`update config_item set value = 'other' where en_name = 'chat_key'`),
  },
];

describeEachDatabase(
  'npm run verify of a site',
  (server, kind) => {
    const verify = (...args: string[]) => runInProcess('verify', args, server.settings);
    const verifyInShell = (...args: string[]) => runInShell('verify', args, server.settings);
    let ids: { article: number; media: string; news: number } | undefined;
    const filled = async () => {
      if (ids) return ids;
      const site = await fillSite(server);
      const col_id = (await server.data('base.base/addColumn', { title: '商品', model: 'product' })).id;
      await server.data('base.content/addProduct', { title: 'tea', col_id, skus: [{ sku: 'A-1', price: '1.00' }] });
      const news = (await server.data('base.base/addColumn', { title: '茶讯', model: 'article' })).id;
      ids = { article: site.article, media: site.image.url, news };
      return ids;
    };

    test('says that a site agrees whose server is running', async () => {
      await filled();
      expect(await verifyInShell()).toEqual({
        code: 0,
        stderr: '',
        stdout: expect.stringContaining('their uses agree.'),
      });
    });

    test('finds no difference while others write', async () => {
      const { article, news } = await filled();
      let isOver = false;
      const writing = (async () => {
        for (let n = 0; !isOver; n++) {
          const { id } = await server.data('base.content/addArticle', {
            title: `茶 ${n}`,
            col_id: news,
            is_top: n % 2,
          });
          await server.data('base.content/editArticle', { id: article, title: `绿茶 ${n}`, is_hot: n % 2 });
          await server.data('base.content/deleteArticle', { aid: id });
        }
      })();
      const found = await verifyInShell('--mend');
      isOver = true;
      await writing;
      expect(found).toMatchObject({ code: 0, stderr: '', stdout: expect.not.stringContaining('Mended') });
    });

    test.each(derived.filter(({ only = kind }) => only === kind))(
      'names and mends $what',
      async ({ says, ...breaking }) => {
        await breaking.break(server, await filled());
        expect(await verify()).toMatchObject({ code: 1, stderr: expect.stringMatching(says) });
        expect(await verify('--mend')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(says) });
        expect(await verify()).toMatchObject({ code: 0, stderr: '' });
      },
    );

    test.each(written.filter(({ ofFiles }) => !ofFiles || testedDatabases.includes(kind)))(
      'names $what, and leaves it',
      async ({ says, ...breaking }) => {
        await breaking.break(server, await filled());
        const found = await verify('--mend');
        expect(found).toMatchObject({ code: 1, stderr: expect.stringMatching(says) });
      },
    );
  },
  { sampleSite: true },
);
