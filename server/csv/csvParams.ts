import { codecs, encodeField } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import type { ImageItem, Kind } from '../../contract/kinds.ts';
import { nonEmpty } from '../database/statements.ts';
import { type Db, generic } from '../database/tables.ts';
import type { Caller } from '../engine/callContext.ts';
import { asWritten, between, fileFields, harmless } from './csvCells.ts';
import type { FileWords } from './csvText.ts';
import { readCell, writeValue } from './csvValues.ts';

/** A content parameter with its column heading in a file; for the contents of one column, or of one single page. */
export interface FileParam {
  cid: number;
  sid: number;
  name: string;
  title: string;
  type: string;
  heading: string;
}

export const hasParams = ({ fields, model }: Entity) => fields.params?.kind === 'params' && model !== undefined;

/**
 * The parameters of the columns that the caller's limits leave. Each is headed by its title, or by `title#name` if the title is
 * used by its owner's other parameter or a field, or is another parameter's name.
 */
export async function fileParamsOf(
  { db, admin }: Caller,
  entity: Entity,
  labels: FileWords['labels'],
): Promise<FileParam[]> {
  if (!hasParams(entity)) return [];
  const columns = admin?.limits?.columns;
  const rows = await db
    .selectFrom('content_param')
    .innerJoin('column', 'column.id', 'content_param.cid')
    .select([
      'content_param.cid',
      'content_param.sid',
      'content_param.name',
      'content_param.title',
      'content_param.type',
    ])
    .where('column.model', '=', entity.model as never)
    .where('column.deleted_at', 'is', null)
    .$if(columns !== undefined, (all) => all.where('content_param.cid', 'in', nonEmpty(columns ?? [], 0)))
    .orderBy('content_param.sort')
    .orderBy('content_param.id')
    .execute();
  const params = rows.map((row) => ({ ...row, cid: Number(row.cid), sid: Number(row.sid), title: row.title.trim() }));
  const taken = new Set(['id', ...fileFields(entity)].flatMap((name) => [name, ...(labels[name] ?? [])]));
  const namesBesides = new Set(params.filter(({ name, title }) => name !== title).map(({ name }) => name));
  const byOwnerAndTitle = Map.groupBy(params, ({ cid, sid, title }) => `${cid} ${sid} ${title}`);
  return params.map((param) => {
    const { cid, sid, title, name } = param;
    const isTaken = taken.has(title) || namesBesides.has(title);
    const isClear = byOwnerAndTitle.get(`${cid} ${sid} ${title}`)?.length === 1 && !isTaken;
    return { ...param, type: String(param.type), heading: isClear ? title : `${title}#${name}` };
  });
}

/** By the record's column, or by the record itself if nobody creates such records (single pages). */
export const isParamOf = ({ cid, sid }: FileParam, { calls }: Entity, record: { cid: number; id: number }) =>
  cid === record.cid && sid === (calls.create ? 0 : record.id);

const kindsOfTypes: Record<string, Kind> = { number: 'int', flag: 'flag', time: 'time' };
const fieldOf = ({ type }: FileParam): Field => ({ kind: kindsOfTypes[type] ?? 'text' });

const isPlain = ({ title, intro }: ImageItem) => !title && !intro;

export function paramCell(param: FileParam, value: unknown, words: FileWords): string {
  if (value === undefined || value === null || value === '') return '';
  if (param.type === 'choices') return harmless([value].flat().join(between));
  if (param.type === 'images') {
    const images = codecs.images.decode(value);
    return harmless(images.every(isPlain) ? images.map(({ url }) => url).join(between) : JSON.stringify(images));
  }
  const field = fieldOf(param);
  const text = param.type === 'number' ? String(value) : encodeField(field, value);
  return harmless(writeValue({ field, name: 'params', text, words }));
}

/** In the format of a call. @throws CallError that names the expected format */
export function paramValue(param: FileParam, cell: string, words: FileWords): unknown {
  const text = asWritten(cell).trim();
  const parts = () => text.split(between.trim()).flatMap((part) => part.trim() || []);
  if (param.type === 'choices') return parts();
  if (param.type === 'images')
    return text.startsWith('[') ? text : parts().map((url, sort) => ({ url, title: '', intro: '', sort }));
  return text === '' ? '' : readCell({ field: fieldOf(param), name: 'params', text, words });
}

export async function paramOwnerOf(db: Db, { name, recycle }: Entity, id: number) {
  let query = generic(db).selectFrom(name).select(['col_id', 'params']).where('id', '=', id);
  if (recycle) query = query.where('deleted_at', 'is', null);
  const row = await query.executeTakeFirst();
  return row && { cid: Number(row.col_id), values: codecs.params.decode(row.params) };
}
