import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runInShell } from '../support/command.ts';
import { pictureFile } from '../support/pictures.ts';
import { useProgram } from '../support/program.ts';
import { clientOf } from '../support/server.ts';
import { upload } from '../support/uploads.ts';

/** Sets the umask to 0 before the program begins, so that new files are open to everybody. */
const openToAll = ['--import', 'data:text/javascript,process.umask(0)'];

/** Lists the paths in the data folder, itself included, that other users may access, with their modes. */
async function openIn(dataDir: string): Promise<string[]> {
  const paths = ['', ...(await readdir(dataDir, { recursive: true }))];
  const modes = await Promise.all(paths.map(async (path) => [path, (await stat(join(dataDir, path))).mode] as const));
  return modes
    .filter(([, mode]) => (mode & 0o077) !== 0)
    .map(([path, mode]) => `${path} ${(mode & 0o777).toString(8)}`);
}

describe('The data folder', () => {
  const program = useProgram();

  test('A12: is readable by the program alone, whatever the umask, also where it was there with wider rights', async () => {
    const parent = (await program.storage('sqlite')).dataDir;
    const dataDir = join(parent, 'new');
    const password = 'a long enough one';
    const start = async () => {
      const started = await program.start({ DATA_DIR: dataDir, ADMIN_PASSWORD: password }, openToAll);
      await started.listening;
      const token = await clientOf(started.url).signIn('admin', password);
      return { ...started, token };
    };
    const first = await start();
    const { buffer, name } = await pictureFile('a.png');
    await upload(first, 'base.upload/fileUpload', buffer, name);
    // While the program runs, the -wal and the -shm of the database are there.
    expect(await readdir(dataDir)).toEqual(
      expect.arrayContaining(['rtop.db', 'rtop.db-shm', 'rtop.db-wal', 'secret.key', 'upload', 'uploading']),
    );
    expect(await openIn(dataDir)).toEqual([]);
    first.process.kill('SIGKILL');
    await first.ended;

    await mkdir(join(dataDir, 'uploading/here~1~abc'), { recursive: true });
    await mkdir(join(dataDir, 'templates/mine'), { recursive: true });
    for (const path of ['', ...(await readdir(dataDir, { recursive: true }))]) {
      const isFolder = (await stat(join(dataDir, path))).isDirectory();
      if (isFolder || !path.includes('/')) await chmod(join(dataDir, path), isFolder ? 0o777 : 0o666);
    }
    const second = await start();
    expect(await openIn(dataDir)).toEqual([]);
    second.process.kill('SIGTERM');
    expect((await second.ended).stderr).toBe('');

    await chmod(join(dataDir, 'secret.key'), 0o644);
    expect(await runInShell('resetPassword', ['admin'], { dataDir, databaseUrl: undefined })).toMatchObject({
      code: 0,
    });
    expect(await openIn(dataDir)).toEqual([]);
  });

  test('A12: that others use too is told of, and left to them', async () => {
    const { dataDir } = await program.storage('sqlite');
    await chmod(dataDir, 0o1777);
    const { listening, process, ended } = await program.start({ DATA_DIR: dataDir }, openToAll);
    await listening;
    expect(await openIn(dataDir)).toEqual([' 777']);
    process.kill('SIGTERM');
    expect((await ended).stderr).toContain(`The rights cannot be narrowed of ${dataDir} (shared)`);
  });
});
