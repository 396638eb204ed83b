import { CallError } from '../core/errors.ts';

interface DriverError {
  message?: string;
  code?: string;
  errcode?: number;
}

/** SQLITE_FULL, and the shared memory beside the file that cannot grow (SQLITE_IOERR_SHMSIZE). */
const sqliteFull = [13, 4874];
const full = ['ENOSPC', 'EDQUOT', '53100']; // the last is PostgreSQL's disk_full
/**
 * PostgreSQL: a statement or a lock took too long, too many connections, shutting down, starting, a transaction that
 * waited for us too long; and whatever cuts the line to it, or keeps it from being reached.
 */
const away = [
  '57014',
  '55P03',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '25P03',
  '25P04',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** What pg, its pool and Kysely say in words alone. */
const awayMessages = new RegExp(
  [
    '^Connection terminated',
    '^Client has encountered a connection error and is not queryable',
    '^Client was closed and is not queryable',
    '^Query read timeout',
    '^timeout expired',
    '^timeout exceeded when trying to connect',
    '^Cannot use a pool after calling end on the pool',
    '^driver has already been destroyed',
    'not currently accepting connections',
  ].join('|'),
);

/** What the database, or its disk, cannot do at the moment for anybody; undefined for any other error. */
export function outageOf(error: DriverError): CallError | undefined {
  const { code = '', errcode = 0, message = '' } = error;
  if (full.includes(code) || sqliteFull.includes(errcode)) return new CallError('disk_full');
  if (away.includes(code) || awayMessages.test(message)) return new CallError('busy');
  return undefined;
}

export const isDiskFull = (error: unknown) => outageOf(error as DriverError)?.key === 'disk_full';
