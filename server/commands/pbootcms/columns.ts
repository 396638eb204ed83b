import { column as columnEntity } from '../../../contract/entities/column.ts';
import type { Draft } from '../../../contract/entity.ts';
import { inDepthFirstOrder } from '../../engine/tree.ts';
import { importHtml } from './html.ts';
import type { Images } from './images.ts';
import { modelsOf } from './models.ts';
import type { Source, SourceColumn } from './source.ts';
import { chinaTime, fitToContract, flagOf, sortOf } from './values.ts';

export interface Prepared<D> {
  origin: string;
  label: string;
  draft: D;
  create_time: string;
  update_time: string;
}
export interface PreparedColumn extends Prepared<Draft<typeof columnEntity>> {
  parent: string | undefined;
}

/** Identifies a source record by id and time of creation, because other sites' databases reuse ids. */
export const originOf = (row: { id: string; create_time: string }) => `${row.id}@${row.create_time}`;

export function timesOf(row: { create_time: string; update_time: string }) {
  const create_time = chinaTime(row.create_time) ?? chinaTime(row.update_time) ?? '1970-01-01T00:00:00Z';
  return { create_time, update_time: chinaTime(row.update_time) ?? create_time };
}

/** Readable only by a group of members. There are no members here, so it must not become public. */
export const isRestricted = (row: { gid: string }) => row.gid !== '' && row.gid !== '0';

export function prepareColumns(
  source: Source,
  images: Images,
  isKnown: (origin: string) => boolean,
  say: (note: string) => void,
): PreparedColumn[] {
  const modelOf = modelsOf(source);
  const origins = new Map(source.ay_content_sort.map((row) => [row.scode, originOf(row)]));
  const textOf = (row: SourceColumn, label: string) => {
    const page = modelOf(row) === 'message' && source.ay_content.findLast(({ scode }) => scode === row.scode);
    const refuse = (why: string) => say(`${label}: its text was left out. ${why}.`);
    return page ? importHtml(page.content, (url) => images.take(url, label), refuse).html : '';
  };
  return inTreeOrder(source.ay_content_sort)
    .filter((row) => !isKnown(originOf(row)))
    .map((row) => {
      const label = `Column "${row.name}"`;
      const draft = {
        title: row.name.trim() || row.scode,
        model: modelOf(row),
        url_name: slugOf(row.filename, label, say),
        org_img: images.take(row.ico, label),
        banner: images.take(row.pic, label),
        link: row.outlink,
        status: isRestricted(row) ? 0 : flagOf(row.status),
        seo_title: row.title,
        keywords: row.keywords,
        // PbootCMS has a subtitle and a description for search engines; here one field serves both.
        description: row.description || row.subname,
        content: textOf(row, label),
        sort: sortOf(row.sorting),
      } as const;
      if (row.description && row.subname)
        say(`${label}: its subtitle "${row.subname}" has no place here beside the description.`);
      if (isRestricted(row)) say(`${label} is for members alone, so it was brought in switched off.`);
      const parent =
        row.pcode === '0' || row.pcode === '' ? undefined : (origins.get(row.pcode) ?? `no column ${row.pcode}`);
      return {
        origin: originOf(row),
        label,
        parent,
        draft: fitToContract(columnEntity, draft, label, say),
        ...timesOf(row),
      };
    });
}

/** An empty name is filled in from the title when the column is written. */
function slugOf(filename: string, label: string, say: (note: string) => void): string {
  const { pattern, max } = columnEntity.fields.url_name;
  if (filename === '' || (new RegExp(pattern).test(filename) && filename.length <= max)) return filename;
  say(`${label}: the URL name "${filename}" is not a valid one, so it was made from the title.`);
  return '';
}

/** Columns without a parent, or with themselves as parent, are put at the top. */
function inTreeOrder(columns: SourceColumn[]): SourceColumn[] {
  const sorted = columns.toSorted((a, b) => Number(a.sorting) - Number(b.sorting) || Number(a.id) - Number(b.id));
  const rows = sorted.map((column) => ({ id: column.scode, column }));
  const codes = new Set(rows.map(({ id }) => id));
  const roots = rows.filter(({ column }) => !codes.has(column.pcode));
  const byParent = new Map<string | 0, typeof rows>(Map.groupBy(rows, ({ column }) => column.pcode));
  // All come after the roots once more, for those that are below each other in a circle.
  byParent.set(0, [...roots, ...rows]);
  return inDepthFirstOrder(byParent).map(({ column }) => column);
}
