import { CallError } from '../core/errors.ts';

export interface DriverError {
  message?: string;
  detail?: string;
  code?: string;
  errcode?: number;
}

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the shared memory file cannot grow. */
const sqliteFull = [13, 4874];
const full = ['ENOSPC', 'EDQUOT', '53100']; // the last is PostgreSQL's disk_full
/** SQLITE_READONLY, and SQLITE_IOERR where it writes, synchronises or truncates: the system made a failing disk read-only. */
const sqliteBroken = (errcode: number) => (errcode & 0xff) === 8 || [778, 1034, 1290, 1546].includes(errcode);
const broken = ['EROFS', 'EIO', '58030']; // the last is PostgreSQL's io_error
/**
 * PostgreSQL's timeouts, too many connections, shutdown, start-up, a standby in the place of the primary, and errors of the
 * connection itself.
 */
const postgresAway = /^(57014|55P03|53300|57P0[1-5]|25006|25P0[34]|0800[01346])$/;
const socketAway = /^(EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)UNREACH)$/;
/** Errors of pg, its pool and Kysely that have a message but no code. */
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

/** The error to answer while the database is unavailable for everybody; undefined for any other error. */
export function outageOf(error: DriverError): CallError | undefined {
  const { code = '', errcode = 0, message = '' } = error;
  if (full.includes(code) || sqliteFull.includes(errcode)) return new CallError('disk_full');
  if (broken.includes(code) || sqliteBroken(errcode)) return new CallError('disk_broken');
  if ([postgresAway, socketAway].some((codes) => codes.test(code)) || awayMessages.test(message))
    return new CallError('busy');
  return undefined;
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT and SQLITE_MISMATCH. */
const sqliteValues = [18, 19, 20];
/** PostgreSQL's errors of data, constraints and sizes, and Node's for a value that SQLite cannot hold. */
const valueCodes = /^(2[23]\w{3}|54\w{3}|ERR_INVALID_ARG_\w+|ERR_OUT_OF_RANGE)$/;

/** Whether the values of a record are the reason of an error: the database cannot hold them, or they are no JSON. */
export const isCausedByValues = (error: unknown) => {
  const { code = '', errcode = 0 } = error as DriverError;
  return error instanceof SyntaxError || sqliteValues.includes(errcode & 0xff) || valueCodes.test(code);
};

export const isDiskFull = (error: unknown) => outageOf(error as DriverError)?.key === 'disk_full';
