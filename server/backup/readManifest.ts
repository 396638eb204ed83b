import { isRecord } from '../../contract/codecs.ts';
import { StartError } from '../core/errors.ts';
import { isTooManyValues } from '../core/jsonSize.ts';
import { type Manifest, paths, type SiteInfo } from './archive.ts';
import { highestId } from './rows.ts';
import type { Shapes } from './schema.ts';

/** How a sentence names a part of a backup, whose name may be of any length and have any character. */
export const spelled = (path: string) => JSON.stringify(path.slice(0, 200));

function parsed<T extends object>(path: string, content: Buffer): T {
  let value: unknown;
  try {
    const text = content.toString();
    if (!isTooManyValues(text)) value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isRecord(value)) return value as T;
  throw new StartError(`Damaged: ${spelled(path)} is no JSON object.`);
}

/** @throws StartError */
export function readSiteInfo(content: Buffer): SiteInfo {
  const info = parsed<SiteInfo>(paths.site, content);
  if (info.format !== 1) throw new StartError('Its format is that of a newer version of this program.');
  const { migrations, program, created, database } = info;
  if (!Array.isArray(migrations) || !migrations.every((name) => typeof name === 'string'))
    throw new StartError(`Damaged: ${paths.site} names no migrations.`);
  if (![program, created, database].every((text) => typeof text === 'string' && shortText.test(text)))
    throw new StartError(`Damaged: ${paths.site} does not say what made it, when and of what.`);
  return info;
}

const shortText = /^[\x20-\x7e]{1,100}$/;
const isSequence = (value: unknown) => /^\d{1,16}$/.test(String(value)) && Number(value) <= highestId;
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** @throws StartError */
export function readManifest(content: Buffer, shapes: Shapes): Manifest {
  const manifest = parsed<Manifest>(paths.manifest, content);
  if (!isRecord(manifest.tables)) throw new StartError(`Damaged: ${paths.manifest} names no tables.`);
  for (const { name, hasSequence } of shapes.values()) {
    const table = manifest.tables[name];
    const isWhole =
      isRecord(table) &&
      isCount(table.rows) &&
      typeof table.sum === 'string' &&
      (table.last === undefined || (hasSequence && isSequence(table.last)));
    if (!isWhole) throw new StartError(`Damaged: ${paths.manifest} does not say what is in the table ${name}.`);
  }
  if (!isCount(manifest.secrets)) throw new StartError(`Damaged: ${paths.manifest} does not count the secrets.`);
  return manifest;
}
