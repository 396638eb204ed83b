import { article } from '../../../contract/entities/article.ts';
import { atlas } from '../../../contract/entities/atlas.ts';
import { product } from '../../../contract/entities/product.ts';
import { recruitment } from '../../../contract/entities/recruitment.ts';
import { single } from '../../../contract/entities/single.ts';
import type { Draft, Entity } from '../../../contract/entity.ts';
import type { ImageItem } from '../../../contract/kinds.ts';
import type { Model } from '../../../contract/models.ts';
import { isRestricted, originOf, type Prepared, timesOf } from './columns.ts';
import { extraFieldsOf, paramValues } from './extraFields.ts';
import { importHtml } from './html.ts';
import type { Images } from './images.ts';
import { modelsOf } from './models.ts';
import type { Source, SourceColumn, SourceRow } from './source.ts';
import { chinaTime, countOf, fitToContract, flagOf, sortOf } from './values.ts';

type SourceContent = SourceRow<'ay_content'>;
export const contentEntities = { article, product, atlas, recruitment, single } as const;
export type ContentName = keyof typeof contentEntities;
const labels: Record<ContentName, string> = {
  article: 'Article',
  product: 'Product',
  atlas: 'Gallery',
  recruitment: 'Job',
  single: 'Page',
};

export interface PreparedContent extends Prepared<Omit<Draft<typeof article>, 'col_id'>> {
  entity: ContentName;
  column: string;
}

export interface ContentTally {
  known: number;
  /** How often sanitising removed each tag or attribute. */
  dropped: Map<string, number>;
  galleries: number;
}

export function prepareContents(
  source: Source,
  images: Images,
  isKnown: (entity: ContentName, origin: string) => boolean,
  say: (note: string) => void,
): { contents: PreparedContent[]; tally: ContentTally } {
  const modelOf = modelsOf(source);
  const columns = new Map(source.ay_content_sort.map((column) => [column.scode, column]));
  const shown = shownPages(source, columns, modelOf);
  const tally: ContentTally = { known: 0, dropped: new Map(), galleries: 0 };
  const contents: PreparedContent[] = [];
  const names = Object.keys(contentEntities) as ContentName[];
  const fieldsOf = extraFieldsOf(source);
  for (const row of source.ay_content.toSorted(byDate)) {
    const column = columns.get(row.scode);
    const model = column && modelOf(column);
    // All models are checked, because an earlier version of this program imported all contents as articles.
    if (names.some((name) => isKnown(name, originOf(row)))) tally.known++;
    else if (!column) say(`"${row.title}" was not brought in: its column ${row.scode} is not in the source.`);
    else if (model === 'message')
      continue; // the text is stored in the column
    else if (model === 'single' && shown.get(row.scode) !== row)
      say(`"${row.title}" was not brought in: the page "${column.name}" shows a later text.`);
    else {
      const label = `${labels[model as ContentName]} "${row.title}"`;
      const params = paramValues(fieldsOf(column), source.extra.get(row.id), { images, label, say });
      contents.push(prepare(row, column, { entity: model as ContentName, label, params }, images, say, tally));
    }
  }
  return { contents, tally };
}

const byDate = (a: SourceContent, b: SourceContent) => a.date.localeCompare(b.date) || Number(a.id) - Number(b.id);

/**
 * Returns the record that PbootCMS shows for each single page: the published one with the highest id (its `getAbout`).
 */
function shownPages(
  source: Source,
  columns: Map<string, SourceColumn>,
  modelOf: (column: SourceColumn) => Model,
): Map<string, SourceContent> {
  const pages = source.ay_content.filter((row) => {
    const column = columns.get(row.scode);
    return column && modelOf(column) === 'single';
  });
  const last = pages.toSorted((a, b) => flagOf(a.status) - flagOf(b.status) || Number(a.id) - Number(b.id));
  return new Map(last.map((row) => [row.scode, row]));
}

function prepare(
  row: SourceContent,
  column: SourceColumn,
  { entity, label, params }: { entity: ContentName; label: string; params: Record<string, unknown> },
  images: Images,
  say: (note: string) => void,
  tally: ContentTally,
): PreparedContent {
  const restricted = isRestricted(row) || isRestricted(column);
  const times = timesOf(row);
  const take = (url: string) => images.take(url, label);
  const pictures = picturesOf(row);
  const fields = contentEntities[entity].fields as Entity['fields'];
  const body = 'images' in fields ? row.content : row.content + galleryHtml(pictures, row, tally);
  const { html, dropped } = importHtml(body, take, (why) => say(`${label}: its text was left out. ${why}.`));
  for (const [what, n] of dropped) tally.dropped.set(what, (tally.dropped.get(what) ?? 0) + n);
  const flags = { is_top: flagOf(row.istop), is_recommend: flagOf(row.isrecommend), is_hot: flagOf(row.isheadline) };
  const draft = {
    title: row.title.trim() || column.name,
    subtitle: row.subtitle,
    org_img: take(row.ico),
    tags: row.tags.replaceAll('，', ','),
    author: row.author,
    source: row.source,
    description: row.description,
    content: html,
    keywords: row.keywords,
    jump_url: row.outlink,
    views: countOf(row.visits),
    publish_time: chinaTime(row.date) ?? times.create_time,
    status: restricted ? 0 : flagOf(row.status),
    sort: sortOf(row.sorting),
    params,
    ...(entity !== 'single' && flags),
    ...('images' in fields && { images: galleryOf(pictures, row, entity, take) }),
    ...(entity === 'product' && { price: priceOf(params) }),
  } as const;
  if (entity === 'atlas' && galleryOf(pictures, row, entity, take).length === 0)
    say(`${label} has no picture; it needs one when it is next edited.`);
  if (restricted) say(`${label} is for members alone, so it was brought in as a draft.`);
  const fitted = fitToContract(contentEntities[entity], draft, label, say) as PreparedContent['draft'];
  return { origin: originOf(row), label, entity, column: originOf(column), draft: fitted, ...times };
}

/** An extra field with one of these names is the product's price. */
function priceOf(params: Record<string, unknown>): string | null {
  const [, price] = Object.entries(params).find(([name]) => /price/i.test(name)) ?? [];
  return /^\d{1,12}(\.\d{1,2})?$/.test(String(price)) ? Number(price).toFixed(2) : null;
}

interface Picture {
  url: string;
  title: string;
}

function picturesOf({ pics, picstitle }: SourceContent): Picture[] {
  const titles = picstitle.split(',');
  return pics
    .split(',')
    .map((url, index) => ({ url: url.trim(), title: titles[index] ?? '' }))
    .filter(({ url }) => url !== '');
}

function galleryOf(pictures: Picture[], { ico }: SourceContent, entity: ContentName, take: (url: string) => string) {
  const shown = pictures.length === 0 && entity === 'atlas' && ico !== '' ? [{ url: ico, title: '' }] : pictures;
  return shown.map(
    ({ url, title }, sort): ImageItem => ({ url: take(url), title: title.slice(0, 500), intro: '', sort }),
  );
}

/** Returns the pictures as HTML for the end of the text of a model without a gallery, so that people can move them. */
function galleryHtml(pictures: Picture[], { content }: SourceContent, tally: ContentTally): string {
  const outside = pictures.filter(({ url }) => !content.includes(url));
  if (outside.length > 0) tally.galleries++;
  return outside.map(({ url, title }) => `<p><img src="${quoted(url)}" alt="${quoted(title)}"></p>`).join('\n');
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
