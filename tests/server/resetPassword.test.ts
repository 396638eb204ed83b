import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { type Database, openDatabase } from '../../server/database/index.ts';
import { seed } from '../../server/database/seed.ts';
import { readSettings } from '../../server/settings.ts';

const project = resolve(import.meta.dirname, '../..');
const dataDir = mkdtempSync(join(tmpdir(), 'rtop-reset-'));
const oldPassword = 'the old long one';
const settings = readSettings({ DATA_DIR: dataDir, ADMIN_PASSWORD: oldPassword, LOG_LEVEL: 'silent' });

let database: Database;
let app: FastifyInstance;
beforeAll(async () => {
  database = await openDatabase(settings);
  await seed(database, { ...settings, sampleSite: false });
  app = await buildApp(database, settings, { withConsole: false });
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

/** Runs the command beside the server that this test holds open. */
function resetPassword(...args: string[]): Promise<{ code: number; said: string; complained: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['server/commands/resetPassword.ts', ...args],
      { cwd: project, env },
      (error, out, err) => done({ code: typeof error?.code === 'number' ? error.code : 0, said: out, complained: err }),
    );
  });
}

async function signIn(password: string) {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth.auth/login',
    payload: { username: 'admin', password },
  });
  return { status: reply.statusCode, ...reply.json() };
}
const info = (token: string) => app.inject({ url: '/api/base.admin/getAdminInfo', headers: { authorization: token } });

describe('reset-password', () => {
  test('lets a locked-out, disabled administrator back in beside a running server', async () => {
    const { token: oldToken } = (await signIn(oldPassword)).data;
    expect((await info(oldToken)).statusCode).toBe(200);
    for (let attempt = 0; attempt < 11; attempt++) await signIn('a wrong one');
    expect((await signIn(oldPassword)).status).toBe(429);
    await database.transaction((db) =>
      db.updateTable('admin').set({ status: 0, locked_until: '2999-01-01T00:00:00Z' }).execute(),
    );

    const { code, said, complained } = await resetPassword('admin');
    expect({ code, complained }).toEqual({ code: 0, complained: '' });
    const password = /The new password of "admin" is ([A-Za-z0-9]{16}) /.exec(said)?.[1] ?? '';

    expect((await signIn(oldPassword)).code).toBe(0);
    const entered = await signIn(password);
    expect(entered.code).toBe(1);
    expect((await info(entered.data.token)).json().data).toMatchObject({ username: 'admin', must_change: true });
    expect((await info(oldToken)).statusCode).toBe(401);
    const admin = await database.db.selectFrom('admin').selectAll().executeTakeFirstOrThrow();
    expect(admin).toMatchObject({ status: 1, must_change: 1, locked_until: null, version: 2 });
  });

  test('leaves a row in the operation log without the password', async () => {
    const { said } = await resetPassword('admin');
    const password = /is ([A-Za-z0-9]{16}) /.exec(said)?.[1] ?? '';
    expect(password).not.toBe('');
    const rows = await database.db
      .selectFrom('operation_log')
      .selectAll()
      .where('path', '=', 'command/reset-password')
      .execute();
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ target: 'admin', target_id: 1, code: 1 });
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  test('says that there is no such administrator and changes nothing', async () => {
    const before = await database.db.selectFrom('admin').selectAll().execute();
    const { code, said, complained } = await resetPassword('nobody');
    expect({ code, said, complained: complained.trim() }).toEqual({
      code: 1,
      said: '',
      complained: 'There is no administrator named "nobody".',
    });
    expect(await database.db.selectFrom('admin').selectAll().execute()).toEqual(before);
  });

  test.each([[[]], [['admin', 'more']]])('asks for one name when it gets %j', async (args) => {
    const { code, complained } = await resetPassword(...args);
    expect(code).toBe(1);
    expect(complained.trim()).toBe('Usage: npm run reset-password -- USERNAME');
  });
});
