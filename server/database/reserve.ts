import { AsyncLocalStorage } from 'node:async_hooks';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CallError } from '../core/errors.ts';
import { isDiskFull } from './outage.ts';

export const reserveFile = 'reserve';
const bytes = 4 * 1024 * 1024; // some hundreds of sign-ins
const tryEveryMs = 1000;

const vital = new AsyncLocalStorage<true>();
/** Does what must go on while the disk is full: starting, signing in and out, taking an import back. */
export const usingReserve = <T>(work: () => Promise<T>): Promise<T> => vital.run(true, work);

/**
 * A file that keeps room on the disk of a SQLite database. Where the disk is full it makes way for what is vital; other
 * writes are refused until it could be made anew, so that they work again once there is room.
 * @returns runs a transaction. @throws CallError `disk_full`
 */
export function maintainReserve(dataDir: string) {
  const path = join(dataDir, reserveFile);
  let isThere = existsSync(path);
  let isFull = false;
  let triedAt = Number.NEGATIVE_INFINITY;

  function restore(): boolean {
    if (!isThere && performance.now() - triedAt > tryEveryMs) {
      triedAt = performance.now();
      isThere = make(path);
      if (isThere) isFull = false;
    }
    return isThere;
  }

  return async <T>(transaction: () => Promise<T>): Promise<T> => {
    const isVital = vital.getStore() === true;
    if (isFull && !isVital && !restore()) throw new CallError('disk_full');
    try {
      const result = await transaction();
      // Not before the first, which makes the tables: where it stands there is a database.
      if (!isFull) restore();
      return result;
    } catch (error) {
      if (!isVital || !isThere || !isDiskFull(error)) throw error;
      rmSync(path, { force: true });
      isThere = false;
      isFull = true;
      return transaction();
    }
  };
}

/** @returns whether it is there: a disk that is full from the beginning has none until there is room */
function make(path: string): boolean {
  if (existsSync(path)) return true;
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      const written = writeSync(file, Buffer.alloc(bytes));
      if (written < bytes) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    // What was written before it is written all the same.
    if (!isDiskFull(error)) process.emitWarning(`${path} cannot be written: ${(error as Error).message}`);
    return false;
  }
}
