import { CallError } from '../errors.ts';

interface DriverError {
  message?: string;
  code?: string;
  errcode?: number;
}

/** SQLITE_FULL, and the shared memory beside the file that cannot grow (SQLITE_IOERR_SHMSIZE). */
const sqliteFull = [13, 4874];
const full = ['ENOSPC', 'EDQUOT', '53100']; // the last is PostgreSQL's disk_full
/** PostgreSQL: a statement or a lock took too long, too many connections, shutting down, starting; the line to it is cut. */
const away = [
  '57014',
  '55P03',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
];
const awayMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|not currently accepting connections/;

/** What the database, or its disk, cannot do at the moment for anybody; undefined for any other error. */
export function outageOf(error: DriverError): CallError | undefined {
  const { code = '', errcode = 0, message = '' } = error;
  if (full.includes(code) || sqliteFull.includes(errcode)) return new CallError('disk_full');
  if (away.includes(code) || awayMessages.test(message)) return new CallError('busy');
  return undefined;
}

export const isDiskFull = (error: unknown) => outageOf(error as DriverError)?.key === 'disk_full';
