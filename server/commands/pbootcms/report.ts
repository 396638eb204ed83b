import type { ContentTally } from './contents.ts';
import type { Images, NotCopied } from './images.ts';
import { leftOut } from './leftOut.ts';
import { kindOf } from './models.ts';
import type { Source } from './source.ts';
import type { Written } from './write.ts';

interface Run {
  source: Source;
  written: Written;
  /** Records and settings that an earlier run imported. */
  there: number;
  copied: number;
  images: Images;
  tally: ContentTally;
  /** Filled fields of the site's data that have no configuration item here. */
  without: string[];
  notes: string[];
  hasFiles: boolean;
}

export function report({ source, written, there, copied, images, tally, without, notes, hasFiles }: Run): string[] {
  const { counts } = written;
  const said = Object.entries(names).map(([name, words]) => some(counts[name] ?? 0, ...words));
  const isNew = Object.values(counts).some((n) => n > 0);
  return [
    isNew ? `Brought in: ${[...said, some(copied, 'image')].join(', ')}.` : 'Nothing is new: nothing was changed.',
    ...(there > 0
      ? [`Already here, and left as it is: ${some(there, 'record or setting', 'records and settings')}.`]
      : []),
    ...list('Please look at', [
      ...(counts.column ? modelLines(source) : []),
      ...fileLines(images, hasFiles),
      ...droppedLines(tally.dropped),
      ...(tally.galleries > 0
        ? [`${some(tally.galleries, 'gallery was', 'galleries were')} put at the end of its text.`]
        : []),
      ...(images.remote() > 0
        ? [`${some(images.remote(), 'image', 'images')} of other sites kept their address.`]
        : []),
      ...notes,
      ...written.notes,
    ]),
    ...list('In the source and not brought in', [
      ...leftOut(source).map(({ what, n, why }) => `${what}: ${n} (${why})`),
      ...(source.ay_site.length > 1
        ? [`site data of other languages: ${source.ay_site.length - 1} (a site has one language here)`]
        : []),
      ...(without.length > 0 ? [`site data without a place here: ${without.join(', ')}`] : []),
    ]),
  ];
}

const names: Record<string, [one: string, many?: string]> = {
  column: ['column'],
  single: ['single page'],
  article: ['article'],
  product: ['product'],
  atlas: ['gallery', 'galleries'],
  recruitment: ['job'],
  content_param: ['content parameter'],
  ad: ['advertisement'],
  nav: ['link'],
  message: ['message'],
  config_item: ['setting'],
};

const some = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

function list(title: string, lines: string[]): string[] {
  return lines.length > 0 ? [`${title}:`, ...lines.map((line) => `  - ${line}`)] : [];
}

function modelLines(source: Source): string[] {
  const became = source.ay_model.map((model) => `${model.name} became ${kindOf(model)}`);
  return became.length > 0 ? [`The models: ${became.join(', ')}.`] : [];
}

function fileLines(images: Images, hasFiles: boolean): string[] {
  const files = images.notCopied();
  if (hasFiles) return files.map(fileLine);
  if (files.length === 0) return [];
  return [`${some(files.length, 'image keeps its', 'images keep their')} old address: no --files folder was given.`];
}

function fileLine({ url, reason, users: [first = '', ...others] }: NotCopied): string {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `${url} ${reason}, so it was not copied (${first}${more}).`;
}

function droppedLines(dropped: Map<string, number>): string[] {
  if (dropped.size === 0) return [];
  const parts = [...dropped].map(([what, n]) => `${what} (${n})`);
  return [`Sanitising took these out of the texts: ${parts.join(', ')}.`];
}
