import { realpathSync, statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { template, templateDevices, templateTypes } from '../../contract/entities/template.ts';
import { patterns } from '../../contract/formats.ts';
import { modelNames } from '../../contract/models.ts';

export interface Found {
  title: string;
  ident: string;
  type: (typeof templateTypes)[number];
  model: string;
  device: (typeof templateDevices)[number];
  path: string;
  thumb: string;
}

const manifest = 'templates.json';
const largest = 256 * 1024;
const maxName = 60;
const { title: titleField, path: pathField } = template.fields;
const slug = new RegExp(patterns.slug);
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxName && slug.test(value);
const isTitle = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= titleField.max && !/\p{Cc}/u.test(value);
const isPicture = /\.(png|jpe?g|webp|avif|gif)$/i;
const isPath = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w./-]+$/.test(value) && !value.startsWith('/') && !value.split('/').includes('..');

export const templatesBase = '/templates/';
export const templatesFolder = (dataDir: string) => join(dataDir, 'templates');

/**
 * The file below a folder to which a path leads. A link that leads out of the folder leads to none, since sets are made by others.
 * @returns undefined if there is no such file, or it cannot be looked at
 */
function fileBelow(folder: string, path: string): string | undefined {
  try {
    const file = realpathSync(join(folder, path));
    return file.startsWith(realpathSync(folder) + sep) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

const isPictureBelow = (folder: string, path: string) =>
  isPicture.test(path) && isPicture.test(fileBelow(folder, path) ?? '');

/** Whether everyone may read it: a picture in one of the sets. @param path below the folder of all sets, such as `/set/thumb.png` */
export function isServed(root: string, path: string): boolean {
  const [set = '', ...rest] = path.split('/').filter(Boolean);
  return isPictureBelow(root, path) && isPictureBelow(join(root, set), rest.join('/'));
}

/** One manifest for each subfolder. @param complain called with a sentence for each unusable entry */
export async function readManifests(dataDir: string, complain: (why: string) => void): Promise<Found[]> {
  const root = templatesFolder(dataDir);
  const folders = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found: Found[] = [];
  for (const { name } of folders.filter((each) => each.isDirectory()).toSorted(byName)) {
    const file = join(root, name, manifest);
    if (!fileBelow(join(root, name), manifest)) complain(`${name} has no ${manifest}`);
    else if (!isName(name)) complain(`${name} is no name of up to ${maxName} letters, digits, - and _`);
    else {
      const say = (why: string) => complain(`${name}/${manifest}: ${why}`);
      for (const entry of await entriesOf(file, say)) found.push(...readEntry(root, name, entry, say));
    }
  }
  return [...new Map(found.map((each) => [each.ident, each])).values()];
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

async function entriesOf(file: string, say: (why: string) => void): Promise<unknown[]> {
  if ((await stat(file)).size > largest) {
    say(`is larger than ${largest / 1024} KB`);
    return [];
  }
  try {
    const entries: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(entries)) return entries;
    say('is no list of templates');
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
  return [];
}

function readEntry(root: string, folder: string, entry: unknown, say: (why: string) => void): Found[] {
  const { name, title, type, model = '', device = 'pc', path, thumb } = (entry ?? {}) as Record<string, unknown>;
  const says = (why: string) => {
    say(`${isName(name) ? name : 'an entry'} ${why}`);
    return [];
  };
  if (!isName(name)) return says(`has no name of up to ${maxName} letters, digits, - and _`);
  if (!isTitle(title)) return says('has no title');
  if (!isOneOf(templateTypes, type)) return says(`needs a type: ${templateTypes.join(', ')}`);
  if (!isOneOf(templateDevices, device)) return says(`needs a device: ${templateDevices.join(', ')}`);
  if (!isPath(path) || !fileBelow(join(root, folder), path)) return says('has a path at which there is no file');
  if (`${folder}/${path}`.length > pathField.max) return says(`has a path of more than ${pathField.max} characters`);
  const neededModel = type === 'home' ? '' : type === 'single' ? 'single' : model;
  if (type !== 'home' && !isOneOf(modelNames, neededModel)) return says(`needs a model: ${modelNames.join(', ')}`);
  const isThere = isPath(thumb) && isPictureBelow(join(root, folder), thumb);
  if (thumb !== undefined && !isThere) says('has a thumb that is no picture beside it');
  const at = { path: `${folder}/${path}`, thumb: isThere ? `${templatesBase}${folder}/${thumb}` : '' };
  return [{ title, ident: `${folder}-${name}`, type, model: neededModel as string, device, ...at }];
}

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T => values.includes(value as T);
