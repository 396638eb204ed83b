import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/database/index.ts';
import { seed } from '../../server/setup/seed.ts';
import { bothDatabases } from '../support/databases.ts';
import { makeStorage } from '../support/server.ts';

/** Longer than a statement of a request may take. */
const longMs = 5600;

test.concurrent.for(bothDatabases)(
  'secure A18: a process that starts while another one makes a new site on %s waits for it, however long that takes',
  async (kind, { onTestFinished }) => {
    const storage = await makeStorage(kind, 'tables');
    onTestFinished(() => storage.remove());
    const [first, second] = [await openDatabase(storage), await openDatabase(storage)];
    onTestFinished(async () => {
      await first.close();
      await second.close();
    });
    const { transaction } = first;
    first.transaction = (work) =>
      transaction(async (db) => {
        const result = await work(db);
        await wait(longMs);
        return result;
      });
    const settings = { adminUsername: 'admin', adminPassword: 'a password of ours', sampleSite: true };
    const seeding = seed(first, settings);
    await wait(100);
    expect(await seed(second, settings)).toEqual({ isNew: false });
    expect(await seeding).toEqual({ isNew: true });
    expect(await second.db.selectFrom('admin').select('username').execute()).toEqual([{ username: 'admin' }]);
  },
);
