import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Entity } from '../../contract/entity.ts';
import type { Db } from '../database/tables.ts';
import * as crud from '../engine/crud.ts';
import type { ListQuery } from '../engine/query.ts';
import { cellOf, fileFields, harmless } from './csvCells.ts';
import { fileParamsOf, hasParams, isParamOf, paramCell } from './csvParams.ts';
import type { FileWords } from './fileWords.ts';
import { refNamesOf } from './refNames.ts';

const batch = 500;

/** All records of a query as CSV in UTF-8 with BOM, read while it is sent. */
export async function exportCsv(db: Db, entity: Entity, query: ListQuery, words: FileWords): Promise<Readable> {
  const names = await refNamesOf(db, entity);
  const wanted = query.col_id === undefined || query.col_id === null ? undefined : [query.col_id].flat().map(Number);
  const params = (await fileParamsOf(db, entity, words.labels)).filter(({ cid }) => wanted?.includes(cid) ?? true);
  const headings = [...new Set(params.map(({ heading }) => heading))];
  const columns = fileFields(entity).filter((name) => name !== 'params' || !hasParams(entity));
  const heading = [...['id', ...columns].map((name) => words.labels[name]?.[0] ?? name), ...headings].map(harmless);
  const cellsOfParams = (row: Record<string, unknown>) => {
    const place = { cid: Number(row.col_id), id: Number(row.id) };
    const own = new Map(
      params.filter((param) => isParamOf(param, entity, place)).map((param) => [param.heading, param]),
    );
    const values = (row.params ?? {}) as Record<string, unknown>;
    return headings.map((title) => {
      const param = own.get(title);
      return param ? paramCell(param, values[param.name], words) : '';
    });
  };
  async function* rows() {
    yield heading;
    const seen = new Set<number>();
    for (let offset = 0; ; offset += batch) {
      const found: Record<string, unknown>[] = await crud.readPart(db, entity, query, { limit: batch, offset });
      for (const row of found) {
        // A record that was added meanwhile shifts the others, so one may come twice.
        if (seen.has(Number(row.id))) continue;
        seen.add(Number(row.id));
        yield [
          String(row.id),
          ...columns.map((name) => cellOf(entity, name, row[name], { names, words })),
          ...cellsOfParams(row),
        ];
      }
      if (found.length < batch) return;
    }
  }
  return Readable.from(rows()).pipe(stringify({ bom: true, record_delimiter: 'windows' }));
}
