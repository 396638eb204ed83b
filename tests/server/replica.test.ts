import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsPrograms } from '../support/needs.ts';
import { onPostgres } from '../support/onPostgres.ts';
import { startReplicated } from '../support/replicatedPostgres.ts';
import { startServer, type TestServer } from '../support/server.ts';

const metricsToken = '4f1c0f6f9a0f4c5cb2a7d9a1e3b58c70';

describe('With a replica', needsPrograms('pg_basebackup'), () => {
  const servers: TestServer[] = [];
  let postgres: Awaited<ReturnType<typeof startReplicated>>;
  let dataDir: string;

  beforeAll(async () => {
    postgres = await startReplicated();
    dataDir = await mkdtemp(join(tmpdir(), 'rtop-data-'));
    const { primaryUrl, replicaUrl } = postgres;
    const settings = { databaseUrl: primaryUrl, readDatabaseUrl: replicaUrl, dataDir, metricsToken, exampleSite: true };
    const one = await startServer({ kind: 'postgres', settings });
    servers.push(one, await startServer({ beside: one, settings }));
  });
  afterAll(async () => {
    for (const server of servers.toReversed()) await server.stop();
    await postgres?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const [pause, resume] = ['select pg_wal_replay_pause()', 'select pg_wal_replay_resume()'] as const;
  const onReplica = (statement: string) => onPostgres(postgres.replicaUrl, statement);
  const replicaOf = (server: TestServer) => {
    const { replica } = server.database;
    if (!replica) throw new Error('there is no replica');
    return replica;
  };
  /** Until every process reads the replica, and it has all that was written. */
  async function caughtUp(): Promise<void> {
    for (const server of servers)
      await expect
        .poll(async () => {
          const begun = performance.now();
          await replicaOf(server).probe();
          return replicaOf(server).lag() * 1000 <= performance.now() - begun;
        })
        .toBe(true);
  }
  const total = async (server: TestServer, searchKey: string, token = server.token) =>
    (await server.data<{ total: number }>('base.base/getColumnList', { searchKey }, { token })).total;
  const add = (server: TestServer, title: string, token = server.token) =>
    server.data('base.base/addColumn', { title, model: 'article' }, { token });
  const events = async () =>
    (
      await (servers[0] as TestServer).database.db
        .selectFrom('run_log')
        .select('message')
        .where('event', '=', 'replica')
        .orderBy('id')
        .execute()
    ).map(({ message }) => message);

  test('lists and the public site are read there, and whoever writes sees it at once on every process', async () => {
    const [one, other] = servers as [TestServer, TestServer];
    const reader = await one.signIn('admin', one.password);
    await caughtUp();
    expect(await total(other, 'Seen late', reader)).toBe(0);
    await onReplica(pause);
    await add(one, 'Seen late');
    // Whoever wrote it, on both processes; who did not, and a visitor, what the replica has.
    expect([await total(one, 'Seen late'), await total(other, 'Seen late', one.token)]).toEqual([1, 1]);
    expect([await total(one, 'Seen late', reader), await total(other, 'Seen late', reader)]).toEqual([0, 0]);
    const seen = async () => JSON.stringify(await other.data('site.column/list')).includes('Seen late');
    expect(await seen()).toBe(false);
    // A session that begins now has all that was written before it.
    const late = await other.signIn('admin', one.password);
    expect(await total(one, 'Seen late', late)).toBe(1);
    await onReplica(resume);
    await expect.poll(() => total(one, 'Seen late', reader)).toBe(1);
    await expect.poll(seen).toBe(true);
  });

  test('one that falls behind is not read, until it has caught up', async () => {
    const [one] = servers as [TestServer];
    const reader = await one.signIn('admin', one.password);
    await caughtUp();
    await onReplica(pause);
    await add(one, 'Written in the pause');
    await expect.poll(() => replicaOf(one).lag()).toBeGreaterThan(5);
    expect(await total(one, 'Written in the pause', reader)).toBe(1);
    const text = await (
      await fetch(`${one.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    ).text();
    expect(Number(/^rtop_replica_lag_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(5);
    await expect.poll(events).toContain('the replica is more than 5 seconds behind: the primary is read');
    await onReplica(resume);
    await caughtUp();
    await expect.poll(async () => (await events()).at(-1)).toBe('lists and the public site read the replica');
  });

  test('one that is away costs no request, and is read again when it is back', async () => {
    const [one] = servers as [TestServer];
    await caughtUp();
    await postgres.stopReplica();
    // A visitor's read meets it first, before anything has noticed.
    expect((await one.call('site.column/list', {}, { token: '' })).status).toBe(200);
    for (let n = 0; n < 10; n++) expect((await one.call('base.base/getColumnList')).status).toBe(200);
    await replicaOf(one).probe();
    expect(replicaOf(one).lag()).toBeNaN();
    await expect.poll(events).toContain('the replica does not answer, or follows no primary: the primary is read');
    await postgres.startReplica();
    await caughtUp();
  });

  test('a preview is of what was written just now', async () => {
    const [one] = servers as [TestServer];
    const { id: col_id } = await add(one, 'With a preview');
    await caughtUp();
    await onReplica(pause);
    const { id } = await one.data('base.content/addArticle', { title: 'Written just now', col_id, status: 0 });
    const { url } = await one.data<{ url: string }>('base.content/previewLink', { entity: 'article', id });
    const shown = await one.data('site.content/read', { preview: /[\w-]{43}/.exec(url)?.[0] }, { token: '' });
    await onReplica(resume);
    expect(shown).toMatchObject({ title: 'Written just now' });
  });
});
