import { basename } from 'node:path';
import type { Database } from '../../database/tables.ts';
import { prepareColumns } from './columns.ts';
import { prepareContents } from './contents.ts';
import { prepareParams } from './extraFields.ts';
import { openImages } from './images.ts';
import { prepareMessages } from './messages.ts';
import { type OriginEntity, readOrigins } from './origins.ts';
import { report } from './report.ts';
import { savePictures } from './savePictures.ts';
import { ownHosts, prepareSettings } from './settings.ts';
import { prepareGroups } from './slides.ts';
import { readSource, type Source } from './source.ts';
import { writeSite } from './write.ts';

export interface Import {
  file: string;
  /** The folder with the site's files (`static/…`), if images are to be copied. */
  files: string | undefined;
}

/** Reads the site or throws a StartError. @returns the import of new records, which returns the report's lines */
export function openPbootcms({ file, files }: Import): (database: Database, dataDir: string) => Promise<string[]> {
  const source = readSource(file);
  const images = openImages(files, ownHosts(source));

  return async (database, dataDir) => {
    const known = await readOrigins(database.db);
    const notes: string[] = [];
    const say = (note: string) => notes.push(note);
    const columns = prepareColumns(source, images, (origin) => known.has('column', origin), say);
    const { contents, tally } = prepareContents(source, images, (entity, origin) => known.has(entity, origin), say);
    const { items, without } = prepareSettings(source, images);
    const settings = items.filter(({ name }) => !known.has('config_item', name));
    const records = [
      ...prepareParams(source),
      ...prepareGroups(source, images, say),
      ...prepareMessages(source, images, say),
    ];
    const fresh = records.filter(({ entity, origin }) => !known.has(entity.name as OriginEntity, origin));
    const [params = [], others = []] = [true, false].map((isParam) =>
      fresh.filter(({ entity }) => (entity.name === 'content_param') === isParam),
    );
    lookAtTheRest(source, images);

    // Before the transaction, so that a record never refers to an image that is not there yet.
    const copied = images.copy(dataDir);
    const site = { columns, params, contents, others, settings, known, file: basename(file) };
    const written = await writeSite(database, site);
    await savePictures(database, dataDir, images.brought());
    const there =
      source.ay_content_sort.length -
      columns.length +
      tally.known +
      (items.length - settings.length) +
      (records.length - fresh.length);
    return report({ source, written, there, copied, images, tally, without, notes, hasFiles: files !== undefined });
  };
}

/** Records that a later run will import need their images too, so missing ones are reported now. */
function lookAtTheRest(source: Source, images: ReturnType<typeof openImages>): void {
  for (const { weixin } of source.ay_company) if (weixin.startsWith('/')) images.look(weixin, 'Company WeChat code');
}
