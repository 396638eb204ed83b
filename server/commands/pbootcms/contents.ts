import { article } from '../../../contract/entities/article.ts';
import { single } from '../../../contract/entities/single.ts';
import type { Draft } from '../../../contract/entity.ts';
import { isRestricted, modelsOf, originOf, type Prepared, type SourceColumn, timesOf } from './columns.ts';
import { fitToContract } from './fitToContract.ts';
import { importHtml } from './html.ts';
import type { Images } from './images.ts';
import type { Source, SourceRow } from './source.ts';
import { chinaTime, countOf, flagOf } from './values.ts';

type SourceContent = SourceRow<'ay_content'>;
const contentEntities = { article, single } as const;
export type ContentName = keyof typeof contentEntities;

export interface PreparedContent extends Prepared<Omit<Draft<typeof article>, 'col_id'>> {
  entity: ContentName;
  /** The origin of its column. */
  column: string;
}

/** What a run leaves for the report beside its notes. */
export interface ContentTally {
  known: number;
  /** What sanitising took out, by tag or attribute. */
  dropped: Map<string, number>;
  galleries: number;
}

/** The records that are new, the oldest first, so that a list which shows the newest first keeps the source's order. */
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
  for (const row of source.ay_content.toSorted(byDate)) {
    const column = columns.get(row.scode);
    const entity = column && modelOf(column);
    if (entity && isKnown(entity, originOf(row))) tally.known++;
    else if (!entity) say(`"${row.title}" was not brought in: its column ${row.scode} is not in the source.`);
    else if (entity === 'single' && shown.get(row.scode) !== row)
      say(`"${row.title}" was not brought in: the page "${column.name}" shows a later text.`);
    else contents.push(prepare(row, column, entity, images, say, tally));
  }
  return { contents, tally };
}

const byDate = (a: SourceContent, b: SourceContent) => a.date.localeCompare(b.date) || Number(a.id) - Number(b.id);

/** The one record that PbootCMS shows for each single page: published, with the highest id (its `getAbout`). */
function shownPages(
  source: Source,
  columns: Map<string, SourceColumn>,
  modelOf: (column: SourceColumn) => ContentName,
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
  entity: ContentName,
  images: Images,
  say: (note: string) => void,
  tally: ContentTally,
): PreparedContent {
  const label = `${entity === 'single' ? 'Page' : 'Article'} "${row.title}"`;
  const restricted = isRestricted(row) || isRestricted(column);
  const times = timesOf(row);
  const { html, dropped } = importHtml(row.content + galleryHtml(row, tally), (url) => images.take(url, label));
  for (const [what, n] of dropped) tally.dropped.set(what, (tally.dropped.get(what) ?? 0) + n);
  const flags = { is_top: flagOf(row.istop), is_recommend: flagOf(row.isrecommend), is_hot: flagOf(row.isheadline) };
  const draft = {
    title: row.title.trim() || column.name,
    subtitle: row.subtitle,
    org_img: images.take(row.ico, label),
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
    sort: Number(row.sorting) || 0,
    ...(entity === 'article' && flags),
  };
  if (restricted) say(`${label} is for members alone, so it was brought in as a draft.`);
  const fitted = fitToContract(contentEntities[entity], draft, label, say);
  return { origin: originOf(row), label, entity, column: originOf(column), draft: fitted, ...times };
}

/** An article has no gallery of its own: its pictures stand at the end of the text, where they are seen and can be moved. */
function galleryHtml({ pics, picstitle, content }: SourceContent, tally: ContentTally): string {
  const titles = picstitle.split(',');
  const pictures = pics
    .split(',')
    .map((url, index) => ({ url: url.trim(), title: titles[index] ?? '' }))
    .filter(({ url }) => url !== '' && !content.includes(url));
  if (pictures.length > 0) tally.galleries++;
  return pictures.map(({ url, title }) => `<p><img src="${quoted(url)}" alt="${quoted(title)}"></p>`).join('\n');
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
