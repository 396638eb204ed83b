import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyProject } from '../support/guide.ts';
import { freePort } from '../support/port.ts';

test('specification D10: npm run dev starts the server again when one of its files has changed', async () => {
  const copy = copyProject();
  // A console that is built already.
  mkdirSync(join(copy, 'dist/assets'), { recursive: true });
  writeFileSync(join(copy, 'dist/index.html'), '<!doctype html><title>console</title>');
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = { ...process.env, PORT: new URL(url).port, DATABASE_URL: '', LOG_LEVEL: 'silent' };
  const dev = spawn(process.execPath, ['server/commands/dev.ts'], { cwd: copy, env, stdio: 'ignore' });
  onTestFinished(async () => {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
    rmSync(copy, { recursive: true, force: true });
  });
  const refusal = async () => {
    try {
      const reply = await fetch(`${url}/api/base.base/noSuchCall`, { headers: { 'accept-language': 'en' } });
      return (await reply.json()).msg;
    } catch {
      return undefined; // it does not listen
    }
  };
  const soon = { interval: 100 };
  await expect.poll(refusal, soon).toBe('No such call');
  const texts = join(copy, 'server/core/messages/en.ts');
  const before = readFileSync(texts, 'utf8');
  const after = before.replace("'No such call'", "'There is no such call'");
  expect(after).not.toBe(before);
  writeFileSync(texts, after);
  await expect.poll(refusal, soon).toBe('There is no such call');
});
