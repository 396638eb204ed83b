import { codecs, encodeField } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import type { ImageItem, Kind } from '../../contract/kinds.ts';
import { nonEmpty } from '../database/statements.ts';
import { type Db, generic } from '../database/tables.ts';
import type { Caller } from '../engine/callContext.ts';
import { between, fileFields, harmless, hasParams, numberCell, textOf } from './csvCells.ts';
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

/** Begins a heading that names a parameter by its name. */
export const namePrefix = 'params.';
/** The heading that one parameter has alone, among those of its owner: names hold no `#`. */
export const markedTitle = ({ title, name }: { title: string; name: string }) => `${title}#${name}`;

/**
 * The parameters of the columns that the caller's limits leave. Each is headed by its title; by `title#name` wherever the title would
 * say two things in the file: two parameters of one owner have it, a field is headed so, or it reads like another way to name one.
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
  const ofOwners = Map.groupBy(params, ({ cid, sid, title }) => `${cid} ${sid} ${title}`);
  for (const [first, second] of ofOwners.values()) if (first && second) taken.add(first.title);
  const isClear = (title: string) => !taken.has(title) && !title.includes('#') && !title.startsWith(namePrefix);
  return params.map((param) => {
    const heading = isClear(param.title) ? param.title : markedTitle(param);
    return { ...param, type: String(param.type), heading };
  });
}

/** The key of the parameters that a record has: its column's, or its own if nobody creates such records (single pages). */
export const ownerOf = ({ calls }: Entity, { cid, id }: { cid: number; id: number }) =>
  `${cid} ${calls.create ? 0 : id}`;

export const paramsByOwner = (params: FileParam[]): Map<string, FileParam[]> =>
  Map.groupBy(params, ({ cid, sid }) => `${cid} ${sid}`);

const kindsOfTypes: Record<string, Kind> = { number: 'int', flag: 'flag', time: 'time' };
const fieldOf = ({ type }: FileParam): Field => ({ kind: kindsOfTypes[type] ?? 'text' });

const isPlain = ({ url, title, intro }: ImageItem) => !title && !intro && canJoin(url);
/** Whether `partsOf` finds a part again among others that it is joined with. */
const canJoin = (part: string) => !part.includes(between.trim()) && !part.startsWith('[');
const partsOf = (text: string) => text.split(between.trim()).flatMap((part) => part.trim() || []);

/** A list that was written as JSON because its parts cannot be joined; undefined for any other text. */
function listIn(text: string): unknown[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

export function paramCell(param: FileParam, value: unknown, words: FileWords): string {
  if (value === undefined || value === null || value === '') return '';
  if (param.type === 'choices') {
    const chosen = [value].flat().map(String);
    return harmless(chosen.every(canJoin) ? chosen.join(between) : JSON.stringify(chosen));
  }
  if (param.type === 'images') {
    const images = codecs.images.decode(value);
    return harmless(images.every(isPlain) ? images.map(({ url }) => url).join(between) : JSON.stringify(images));
  }
  if (param.type === 'number') return numberCell(String(value));
  const field = fieldOf(param);
  const text = encodeField(field, value);
  return harmless(writeValue({ field, name: 'params', text, words }));
}

/** In the format of a call. @throws CallError that names the expected format */
export function paramValue(param: FileParam, cell: string, words: FileWords): unknown {
  const text = textOf(cell);
  const trimmed = text.trim();
  if (param.type === 'choices') return listIn(trimmed)?.map(String) ?? partsOf(trimmed);
  if (param.type === 'images')
    return listIn(trimmed) ? trimmed : partsOf(trimmed).map((url, sort) => ({ url, title: '', intro: '', sort }));
  if (trimmed === '') return '';
  // White space around a text is part of it, as in fields.
  const written = param.type === 'choice' ? trimmed : text;
  return readCell({ field: fieldOf(param), name: 'params', text: written, words });
}

export async function paramOwnerOf(db: Db, { name, recycle }: Entity, id: number) {
  let query = generic(db).selectFrom(name).select(['col_id', 'params']).where('id', '=', id);
  if (recycle) query = query.where('deleted_at', 'is', null);
  const row = await query.executeTakeFirst();
  return row && { cid: Number(row.col_id), values: codecs.params.decode(row.params) };
}
