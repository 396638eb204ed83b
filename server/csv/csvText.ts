import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CallError, InvalidInput, longestText } from '../core/errors.ts';
import { createYield, nextTurn, type Transactional } from '../core/turns.ts';

const maxCells = 1000;
const maxRows = 100_000; // including blank ones
const longestHeading = 500;
const around = 2; // a quote, and the sign before a formula
/** How many bytes are parsed before the event loop continues. A piece of nothing but line ends takes some 20 ms. */
const pieceLength = 4096;
const [lineFeed, carriageReturn, quote, comma] = [10, 13, 34, 44];

/** Files are joined of others: their rows may end in several ways. */
const lineEnds = ['\r\n', '\n', '\r'];

/**
 * Refuses, before parsing, what would make the parser slow: a row with more cells than any table has, more rows than an
 * import takes, and a cell longer than any text.
 * @returns takes one piece of the file after the other
 */
function sizeChecker(): (piece: Buffer) => void {
  let row = 1;
  let cells = 1;
  let length = 0;
  let isQuoted = false;
  let previous: number | undefined;
  const lengthen = (byte: number) => {
    if ((byte & 0xc0) === 0x80) return; // not the first byte of a character
    const limit = row === 1 ? longestHeading : longestText;
    if (++length > limit + around) throw new CallError('csv_cell_long', { line: row, limit });
  };
  const endRow = () => {
    if (++row > maxRows) throw new CallError('csv_rows', { limit: maxRows });
    cells = 1;
    length = 0;
  };
  const take = (byte: number) => {
    if (byte === quote) {
      isQuoted = !isQuoted;
      if (isQuoted) lengthen(byte); // a doubled quote within a text counts once
    } else if (isQuoted) lengthen(byte);
    else if (byte === comma) {
      length = 0;
      if (++cells > maxCells) throw new CallError('csv_cells', { line: row, limit: maxCells });
    } else if (byte === carriageReturn || (byte === lineFeed && previous !== carriageReturn)) endRow();
    else if (byte !== lineFeed) lengthen(byte);
  };
  return (piece) => {
    // ASCII bytes never occur within another character of UTF-8.
    for (const byte of piece) {
      take(byte);
      previous = byte;
    }
  };
}

/**
 * A file as UTF-8, in pieces. If it is not UTF-8, it is read as GB 18030, which Chinese spreadsheets write. The parser joins
 * characters that are split between two pieces.
 */
function* utf8PiecesOf(data: Buffer): Generator<Buffer> {
  const decoder = isUtf8(data) ? undefined : new TextDecoder('gb18030');
  for (let at = 0; at < data.length; at += pieceLength) {
    const piece = data.subarray(at, at + pieceLength);
    yield decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

/**
 * Refuses a file whose columns are not separated by commas: its heading row would be one cell that names no column.
 * @param start the first piece of the file
 */
function checkSeparator(start: string): void {
  const [heading = ''] = start.trim().split(/[\r\n]/);
  const [, separator] = /[\p{L}\p{N}]"?([;\t])"?[\p{L}\p{N}]/u.exec(heading) ?? [];
  if (separator && !heading.includes(',')) throw new CallError(separator === ';' ? 'csv_semicolons' : 'csv_tabs');
}

/** Between the pieces the event loop continues. */
async function* inTurns(pieces: Iterable<Buffer>, work: Transactional): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await nextTurn(work);
  }
}

/** Wraps rows so that those since the last commit can be read again. */
export function rewindable<T>(rows: AsyncGenerator<T>) {
  let read: T[] = [];
  let at = 0;
  return {
    next: async (): Promise<T | undefined> => {
      if (at === read.length) {
        const next = await rows.next();
        if (next.done) return undefined;
        read.push(next.value);
      }
      return read[at++];
    },
    commit: () => {
      read = read.slice(at);
      at = 0;
    },
    rewind: () => {
      at = 0;
    },
  };
}

/** The rows of a CSV file, each with its number as in a spreadsheet. Blank rows are skipped. @param work for which they are read */
export async function* csvRows(data: Buffer, work: Transactional): AsyncGenerator<{ row: number; cells: string[] }> {
  const [start] = utf8PiecesOf(data);
  checkSeparator(String(start ?? ''));
  const checkSize = sizeChecker();
  const yieldToOthers = createYield(work);
  for (const piece of utf8PiecesOf(data)) {
    checkSize(piece);
    await yieldToOthers();
  }
  const options = { bom: true, relax_column_count: true, record_delimiter: lineEnds };
  const parser = Readable.from(inTurns(utf8PiecesOf(data), work)).pipe(parse(options));
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++;
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new CallError('csv_unreadable', { line: Number(error.lines ?? row + 1) });
    throw error;
  }
}

/** The words that a file may use besides wire names: for each field, and for each value of a field, a list of names. */
export interface FileWords {
  labels: Record<string, string[]>;
  choices: Record<string, Record<string, string[]>>;
  /** The zone of times without one; by default the server's. */
  zone: string | undefined;
}

/** @param param the parameter with the names, for its refusal */
function namesIn(given: unknown, param: keyof FileWords): Record<string, string[]> {
  const trimmed = (word: unknown) => {
    if (typeof word === 'object') throw new InvalidInput({ [param]: { key: 'field_kind' } });
    return String(word).trim();
  };
  const entries = Object.entries((given ?? {}) as object);
  return Object.fromEntries(entries.map(([name, words]) => [name, [words].flat().map(trimmed)]));
}

/** @throws InvalidInput if the time zone does not exist, or a name is no text */
export function fileWords({
  labels,
  choices,
  zone,
}: {
  labels?: unknown;
  choices?: unknown;
  zone?: string;
}): FileWords {
  const byField = Object.entries((choices ?? {}) as object).map(([field, names]) => [field, namesIn(names, 'choices')]);
  return {
    labels: namesIn(labels, 'labels'),
    choices: Object.fromEntries(byField),
    zone: zone ? canonicalTimeZone(zone) : undefined,
  };
}

/** In one spelling, because `core/clock.ts` keeps a format for each. @throws InvalidInput */
function canonicalTimeZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidInput({ zone: { key: 'field_choice' } });
  }
}
