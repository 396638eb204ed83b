import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { CallError, InvalidInput, longestText } from '../core/errors.ts';

/** A file as UTF-8. If it is not UTF-8, it is read as GB 18030, which Chinese spreadsheets write. */
const utf8Of = (data: Buffer): Buffer => (isUtf8(data) ? data : Buffer.from(new TextDecoder('gb18030').decode(data)));

const mostCells = 1000;
const mostRows = 100_000; // including blank ones
const longestHeading = 500;
const around = 2; // a quote, and the sign before a formula
/** How many bytes are parsed before the event loop continues. A piece of nothing but line ends takes some 20 ms. */
const pieceLength = 4096;
const [lineFeed, carriageReturn, quote, comma] = [10, 13, 34, 44];

/**
 * Refuses, before parsing, what would make the parser slow: a row with more cells than any table has, more rows than an
 * import takes, and a cell longer than any text. Rows end like the first row does, as in the parser.
 * @param data UTF-8. It is read byte by byte, because ASCII bytes never occur within another character
 */
function checkSize(data: Buffer): void {
  let row = 1;
  let cells = 1;
  let length = 0;
  let isQuoted = false;
  let end: number | 'both' | undefined;
  const lengthen = (byte: number) => {
    if ((byte & 0xc0) === 0x80) return; // not the first byte of a character
    const limit = row === 1 ? longestHeading : longestText;
    if (++length > limit + around) throw new CallError('csv_cell_long', { line: row, limit });
  };
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] ?? 0;
    if (byte === quote) {
      isQuoted = !isQuoted;
      if (isQuoted) lengthen(byte); // a doubled quote within a text counts once
    } else if (isQuoted) lengthen(byte);
    else if (byte === comma) {
      length = 0;
      if (++cells > mostCells) throw new CallError('csv_cells', { line: row, limit: mostCells });
    } else if (byte === lineFeed || byte === carriageReturn) {
      end ??= byte === carriageReturn && data[at + 1] === lineFeed ? 'both' : byte;
      if (end === 'both' ? byte !== lineFeed || data[at - 1] !== carriageReturn : byte !== end) {
        lengthen(byte);
        continue;
      }
      if (++row > mostRows) throw new CallError('csv_rows', { limit: mostRows });
      cells = 1;
      length = 0;
    } else lengthen(byte);
  }
}

/** In pieces, between which the event loop continues. The parser joins characters that are split between two. */
async function* piecesOf(data: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < data.length; at += pieceLength) {
    yield data.subarray(at, at + pieceLength);
    await setImmediate();
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

/** The rows of a CSV file, each with its number as in a spreadsheet. Blank rows are skipped. */
export async function* csvRows(data: Buffer): AsyncGenerator<{ row: number; cells: string[] }> {
  const utf8 = utf8Of(data);
  checkSize(utf8);
  const parser = Readable.from(piecesOf(utf8)).pipe(parse({ bom: true, relax_column_count: true }));
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

const namesIn = (given: unknown): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries((given ?? {}) as object).map(([name, words]) => [
      name,
      [words].flat().map((word) => String(word).trim()),
    ]),
  );

/** @throws InvalidInput if the time zone does not exist */
export function fileWords({
  labels,
  choices,
  zone,
}: {
  labels?: unknown;
  choices?: unknown;
  zone?: string;
}): FileWords {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone || undefined });
  } catch {
    throw new InvalidInput({ zone: { key: 'field_choice' } });
  }
  const byField = Object.entries((choices ?? {}) as object).map(([field, names]) => [field, namesIn(names)]);
  return { labels: namesIn(labels), choices: Object.fromEntries(byField), zone: zone || undefined };
}
