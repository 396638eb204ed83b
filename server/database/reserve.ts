import { AsyncLocalStorage } from 'node:async_hooks';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CallError } from '../core/errors.ts';
import { isDiskFull } from './outage.ts';

export const reserveFile = 'reserve';
const bytes = 4 * 1024 * 1024; // enough for some hundred sign-ins
const tryEveryMs = 1000;

const vital = new AsyncLocalStorage<true>();
/** Runs vital work that must succeed on a full disk: starting, signing in and out, undoing an import. */
export const usingReserve = <T>(work: () => Promise<T>): Promise<T> => vital.run(true, work);

/**
 * Reserves disk space for a SQLite database: on a full disk the file is deleted to make room for vital work; other
 * writes are refused until it can be created again.
 * @returns runs a transaction.
 * @throws CallError `disk_full`
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
      // Not before the first transaction, which creates the tables: the reserve file is a sign that a database exists.
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

/** On a disk that was full from the start it cannot be created yet. */
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
    // Data written before this error stays written.
    if (!isDiskFull(error)) process.emitWarning(`${path} cannot be written: ${(error as Error).message}`);
    return false;
  }
}
