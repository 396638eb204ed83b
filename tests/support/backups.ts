import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { extract, type Header, pack } from 'tar-stream';
import { afterAll, beforeAll } from 'vitest';
import type { Manifest } from '../../server/backup/archive.ts';
import { openSecrets } from '../../server/core/secrets.ts';
import { pictureFile } from './pictures.ts';
import type { TestServer } from './server.ts';
import { upload } from './uploads.ts';

/** A folder for a block's backups, removed after the last test. @returns a function that names a new file in it */
export function useBackupFolder(): () => string {
  let folder = '';
  let n = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rtop-backup-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => join(folder, `${++n}.tar`);
}

export interface Part {
  name: string;
  content: Buffer;
  type?: Header['type'];
}

export async function partsOf(path: string): Promise<Part[]> {
  const tar = extract();
  const read = pipeline(createReadStream(path), tar);
  const parts: Part[] = [];
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
    parts.push({ name: entry.header.name, content: Buffer.concat(chunks) });
  }
  await read;
  return parts;
}

/** Writes a tar file of these parts, so that a test can make damaged backups. */
export async function writeParts(path: string, parts: Part[]): Promise<void> {
  const tar = pack();
  for (const { name, content, type = 'file' } of parts)
    tar.entry({ name, type, ...(type === 'symlink' && { linkname: '/etc/passwd' }) }, content);
  tar.finalize();
  await pipeline(tar, createWriteStream(path));
}

export const passphrase = 'twelve or more characters';
/** A whole number that JavaScript would round. */
export const big = '9007199254740993';
export const odd = 'a\tb "\\ 𠮷 \u2028 é 茶';

/** Fills a site with a file and its use, templates, secrets, a second factor, a deleted record and odd values. */
export async function fillSite({ data, database, settings, token, url }: TestServer) {
  const picture = await pictureFile('a.png');
  const image = await upload({ url, token }, 'base.upload/fileUpload', picture.buffer, 'a.png');
  const col_id = (await data('base.base/addColumn', { title: '新闻', model: 'article' })).id;
  const add = async (title: string) =>
    (
      await data('base.content/addArticle', {
        title,
        description: odd,
        col_id,
        org_img: image.url,
        content: '<p>一</p>',
      })
    ).id;
  const article = await add('𠮷野家');
  await data('base.content/deleteArticle', { aid: await add('gone') });
  const groupId = (await data('base.Config/addExtendGroup', { title: '客服', ident: 'service' })).id;
  const secretItem = { groupId, zh_name: '密钥', en_name: 'chat_key', type: 'secret', value: 'the key of the chat' };
  await data('base.Config/addExpendConfig', secretItem);
  const secret = openSecrets(settings).seal('totp', 'JBSWY3DPEHPK3PXP');
  const highest = await database.transaction(async (db) => {
    const { id } = await db
      .insertInto('admin')
      .columns(['username', 'groupId'])
      .expression((from) =>
        from
          .selectFrom('admin')
          .select((it) => [it.val('second').as('username'), 'groupId'])
          .limit(1),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('totp')
      .values({ admin_id: id, pending: 0, secret, session_id: null, create_time: '' })
      .execute();
    await sql`insert into import_origin (source, source_id, entity, entity_id)
      values ('x', ${odd}, 'article', ${sql.raw(big)})`.execute(db);
    // The record with the highest id is deleted for good, and its id must not be given out again.
    const { rows } = await sql<{ id: number }>`insert into size (title) values ('highest') returning id`.execute(db);
    await sql`delete from size where id = ${rows[0]?.id}`.execute(db);
    return Number(rows[0]?.id);
  });
  await mkdir(join(settings.dataDir, 'templates/own'), { recursive: true });
  await writeFile(join(settings.dataDir, 'templates/own/list.html'), '<ul></ul>');
  return {
    image,
    article,
    highest,
    files: [image.url, ...image.thumbs.map((thumb) => thumb.url), '/templates/own/list.html'],
  };
}

export async function manifestOf(path: string): Promise<Manifest> {
  const manifest = (await partsOf(path)).find(({ name }) => name === 'manifest.json');
  return JSON.parse(String(manifest?.content));
}
