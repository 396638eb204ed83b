import { CallError, InvalidInput } from '../errors.ts';

interface DriverError {
  message?: string;
  detail?: string;
  code?: string;
  errcode?: number;
}

const sqliteUnique = 2067; // SQLITE_CONSTRAINT_UNIQUE
const sqliteForeignKey = 787; // SQLITE_CONSTRAINT_FOREIGNKEY
const postgresUnique = '23505'; // unique_violation
const postgresForeignKey = '23503'; // foreign_key_violation

/** What a constraint of the database refused, where two writers raced past the checks; undefined for any other error. */
export function constraintError(error: DriverError): CallError | undefined {
  if (error.errcode === sqliteUnique || error.code === postgresUnique) {
    const column = /failed: \w+\.(\w+)/.exec(error.message ?? '') ?? /Key \("?(\w+)"?\)/.exec(error.detail ?? '');
    return new InvalidInput({ [column?.[1] ?? '']: { key: 'field_taken' } });
  }
  if (error.errcode === sqliteForeignKey || error.code === postgresForeignKey) return new CallError('in_use');
  return undefined;
}
