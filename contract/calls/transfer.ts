import { get, post } from '../call.ts';
import { choice, flag, int, json, text } from '../fields.ts';
import { batchOf } from './recycle.ts';

/**
 * `labels` names fields, and `choices` the values of a field. What is missing has its name on the wire. An import
 * accepts lists of alternatives.
 */
const words = {
  labels: json<Record<string, string | string[]>>()(),
  choices: json<Record<string, Record<string, string | string[]>>>()(),
  /** The time zone of times in the file (`Asia/Shanghai`). An import uses it for times without a zone of their own. */
  zone: text(60),
};

/** `field` is empty if the whole row is wrong. Rows are numbered as in a spreadsheet: the heading is row 1. */
export interface CellError {
  row: number;
  field: string;
  /** The column's heading in the file, or the title of the content parameter; empty if there is neither. */
  column: string;
  value: string;
  msg: string;
}

/**
 * Exports all records that match a list filter as CSV. It needs the list's rule as well, and refuses entities with
 * secrets.
 */
export const exportCall = get('base.Transfer/export', {
  title: '导出',
  extension: 'transfer',
  file: true,
  timeoutMs: 300_000,
  params: {
    entity: text(40, { required: true }),
    filter: json<Record<string, unknown>>()({ paramsOf: 'filter' }),
    sort: text(40),
    order: choice(['asc', 'desc']),
    ...words,
  },
});

export const maxCellErrors = 500;

/**
 * Creates a record from each row of a CSV file, or edits the one that the row's `id` names. Content parameters are
 * columns under their titles. One bad cell prevents the whole import. It needs the rules of creating and editing, and
 * refuses entities with secrets.
 */
export const transferImport = post('base.Transfer/import', {
  title: '导入',
  extension: 'transfer',
  writes: true,
  confirmed: 'sometimes',
  steps: true,
  batch: true,
  upload: { max: 20 * 1024 * 1024 },
  timeoutMs: 600_000,
  params: {
    entity: text(40, { required: true }),
    dry_run: flag(),
    /** Ignores columns that the entity does not have; otherwise each is an error. */
    skip_unknown: flag(),
    /**
     * Whether an empty cell clears the field of the record that its row edits; if not, the field keeps its value. The
     * default is 1 for a file with the heading of an export, so that such a file restores the same values, and 0 for
     * any other.
     */
    empty_cells: flag(),
    ...words,
  },
  returns: {
    rows: int({ required: true }),
    created: int({ required: true }),
    updated: int({ required: true }),
    errors: json<CellError[]>()(),
    unknown: json<string[]>()({ shape: { values: 'text' } }),
    more: int({ required: true }),
    /** Whether empty cells emptied their fields. */
    empty_cells: flag(),
    /** Whether this is the report of an earlier import with the same `Idempotency-Key`: nothing was written now. */
    repeated: flag(),
    ...batchOf,
  },
});
