import { Readable } from 'node:stream';
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

/** The rows of a CSV file, each with its number as a spreadsheet counts; blank ones are left out. */
export async function* csvRows(data: Buffer): AsyncGenerator<{ row: number; cells: string[] }> {
  const parser = Readable.from([textOf(data)]).pipe(parse({ bom: true, relax_column_count: true }));
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
