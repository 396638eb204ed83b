import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { CallError } from '../errors.ts';

/** The text of a file: UTF-8, or else what Chinese spreadsheets write, GB 18030. */
function textOf(data: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return new TextDecoder('gb18030').decode(data);
  }
}

const mostCells = 1000;
const mostRows = 100_000; // blank ones too
/** Characters that are parsed before others have a turn: a piece of nothing but line ends takes some 20 ms. */
const pieceLength = 4096;
const [lineFeed, carriageReturn, quote, comma] = [10, 13, 34, 44];

/**
 * Refuses a row with more cells than any table has, whose cells would all be made before the first of them is looked at,
 * and more rows than an import takes. Rows end as the first one does, as the parser takes it. Bytes serve: in neither
 * encoding are these a part of another character.
 */
function checkSize(data: Buffer): void {
  let row = 1;
  let cells = 1;
  let isQuoted = false;
  let end: number | 'both' | undefined;
  for (let at = 0; at < data.length; at++) {
    const byte = data[at];
    if (byte === quote) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (byte === comma) {
      if (++cells > mostCells) throw new CallError('csv_cells', { line: row, limit: mostCells });
    } else if (byte === lineFeed || byte === carriageReturn) {
      end ??= byte === carriageReturn && data[at + 1] === lineFeed ? 'both' : byte;
      if (end === 'both' ? byte !== lineFeed || data[at - 1] !== carriageReturn : byte !== end) continue;
      if (++row > mostRows) throw new CallError('csv_rows', { limit: mostRows });
      cells = 1;
    }
  }
}

/** A text in pieces, between which others have a turn. */
async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield text.slice(at, at + pieceLength);
    await setImmediate();
  }
}

/** The rows of a CSV file, each with its number as a spreadsheet counts; blank ones are left out. */
export async function* csvRows(data: Buffer): AsyncGenerator<{ row: number; cells: string[] }> {
  checkSize(data);
  const parser = Readable.from(piecesOf(textOf(data))).pipe(parse({ bom: true, relax_column_count: true }));
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
