import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sweepUploads } from '../../server/media/sweep.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const hours = (n: number) => new Date(Date.now() - n * 3600_000);

async function makeFolder(name: string, fileTime: Date): Promise<void> {
  const folder = join(server.settings.dataDir, 'uploading', name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'file'), 'what has come so far');
  await utimes(join(folder, 'file'), fileTime, fileTime);
  await utimes(folder, hours(3), hours(3));
}

test('On a shared disk a file that arrives for hours at another machine stays, one that stood still for an hour goes', async () => {
  await makeFolder('other-machine~7~a1', new Date());
  await makeFolder('other-machine~7~b2', hours(2));
  expect(await sweepUploads(server.database, server.settings.dataDir)).toBe(1);
  expect(await readdir(join(server.settings.dataDir, 'uploading'))).toEqual(['other-machine~7~a1']);
});
