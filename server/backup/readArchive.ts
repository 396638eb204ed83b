import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { isRecord } from '../../contract/codecs.ts';
import { StartError } from '../core/errors.ts';
import { fileFolders, type Manifest, mostBytes, type Part, partsInList, paths, type SiteInfo } from './archive.ts';
import { decodeRow, openSums, type StoredRow } from './rows.ts';
import { type Shapes, type TableShape, tablesAfter } from './schema.ts';
import { openSealedSecrets, type PlainSecrets } from './sealed.ts';

export interface Backup {
  info: SiteInfo;
  shapes: Shapes;
  manifest: Manifest;
  /** How many there are, and what the passphrase opened. */
  secrets: PlainSecrets | undefined;
  files: number;
}

export interface Visitor {
  rows?(shape: TableShape, rows: StoredRow[]): Promise<void>;
  /** Must read `content` to its end. */
  file?(path: string, content: AsyncIterable<Buffer>): Promise<void>;
}

const mostProblems = 20;
const decompress = promisify(zstdDecompress);

/** Reads a whole backup and checks all of it. @throws StartError with everything that is wrong with it */
export async function readArchive(path: string, passphrase?: string, visitor: Visitor = {}): Promise<Backup> {
  const problems: string[] = [];
  const reading = openReading(passphrase, visitor);
  try {
    for await (const entry of entriesOf(path)) {
      try {
        await reading.take(entry);
      } catch (error) {
        if (!(error instanceof DamagedPart)) throw error;
        problems.push(error.message);
        if (problems.length >= mostProblems) break;
      }
    }
    if (problems.length === 0) return reading.end();
  } catch (error) {
    problems.push(sentenceOf(error, reading.last()));
  }
  throw new StartError(`The backup ${path} is refused:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
}

/** A part that cannot be used; reading goes on, to find the others. */
class DamagedPart extends Error {}

function sentenceOf(error: unknown, last: string): string {
  if (error instanceof StartError) return error.message;
  const { message, code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') return `The file cannot be read: ${code}.`;
  if (/unexpected end/i.test(message)) return `The file is cut short after ${last}.`;
  if (/tar header|checksum/i.test(message)) return `The file is damaged, or no backup, after ${last}.`;
  throw error;
}

interface Entry {
  path: string;
  size: number;
  isFile: boolean;
  content: AsyncIterable<Buffer>;
  skip(): void;
}

async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const tar = extract();
  const read = pipeline(createReadStream(path), tar);
  read.catch(() => {}); // the loop below ends with the same error
  for await (const entry of tar) {
    const { name, size = 0, type } = entry.header;
    const content = withReason(entry as unknown as AsyncIterable<Buffer>, read);
    yield { path: name, size, isFile: type === 'file', content, skip: () => entry.resume() };
    entry.resume();
  }
  await read;
}

/** Of a file that ends within an entry, the entry may say only that it was destroyed; `read` fails with the reason. */
async function* withReason(content: AsyncIterable<Buffer>, read: Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    await read;
    throw error;
  }
}

function openReading(passphrase: string | undefined, visitor: Visitor) {
  let info: SiteInfo | undefined;
  let shapes: Shapes = new Map();
  let manifest: Manifest | undefined;
  let secrets: PlainSecrets | undefined;
  let listed: Part[] = [];
  const lists: Manifest['lists'] = {};
  let sums = openSums([]);
  const counts = { parts: 0, files: 0 };
  let last = 'its beginning';

  async function take(entry: Entry): Promise<void> {
    const { path, isFile } = entry;
    if (!isFile) throw new StartError(`${spelled(path)} is no file.`);
    if (manifest) throw new StartError(`${spelled(path)} comes after the manifest.`);
    if (!info && path !== paths.site) throw new StartError('It does not begin as a backup of this program does.');
    const kind = kinds.find(({ pattern }) => pattern.test(path));
    if (!kind) throw new StartError(`${spelled(path)} is no name of a part.`);
    await kind.take(entry);
    last = path;
  }

  const kinds: { pattern: RegExp; take(entry: Entry): Promise<void> }[] = [
    {
      pattern: /^site\.json$/,
      take: async (entry) => {
        if (info) throw new StartError('It has two beginnings.');
        info = infoOf(await part(entry));
        shapes = await tablesAfter(info.migrations);
        sums = openSums(shapes.keys());
      },
    },
    { pattern: /^tables\/[a-z_]+\/\d+\.ndjson\.zst$/, take: takeRows },
    { pattern: /^files\//, take: takeFile },
    {
      pattern: /^secrets\.sealed$/,
      take: async (entry) => {
        const sealed = await part(entry);
        if (passphrase === undefined) return;
        secrets = openSealedSecrets(sealed, passphrase);
        if (!secrets) throw new StartError('The passphrase is not the one that its secrets were sealed under.');
      },
    },
    { pattern: /^lists\/\d+\.ndjson\.zst$/, take: takeList },
    {
      pattern: /^manifest\.json$/,
      take: async (entry) => {
        manifest = parsed<Manifest>(entry.path, await contentOf(entry));
        compare(manifest);
      },
    },
  ];

  async function part(entry: Entry): Promise<Buffer> {
    const content = await contentOf(entry);
    note(entry, hash('sha256', content));
    return content;
  }

  function note({ path, size }: Entry, sha256: string): void {
    counts.parts++;
    listed.push({ path, size, sha256 });
    if (listed.length > partsInList) throw new StartError('Its parts are not listed.');
  }

  async function takeRows(entry: Entry): Promise<void> {
    const name = entry.path.split('/')[1] ?? '';
    const shape = shapes.get(name);
    if (!shape) throw new StartError(`There is no table ${name} in the version that made it.`);
    const text = await textOf(entry.path, await part(entry));
    const rows = text
      .split('\n')
      .filter(Boolean)
      .map((line) => inPart(entry.path, () => decodeRow(shape, line)));
    for (const row of rows) sums.add(name, row);
    await visitor.rows?.(shape, rows);
  }

  async function takeFile(entry: Entry): Promise<void> {
    const path = entry.path.slice('files/'.length);
    if (!isSafe(path)) throw new StartError(`${spelled(entry.path)} leads out of the folders of files.`);
    counts.files++;
    const sha256 = createHash('sha256');
    async function* hashed() {
      for await (const chunk of entry.content) {
        sha256.update(chunk);
        yield chunk;
      }
    }
    if (visitor.file) await visitor.file(path, hashed());
    else for await (const _ of hashed());
    note(entry, sha256.digest('hex'));
  }

  async function takeList(entry: Entry): Promise<void> {
    const content = await contentOf(entry);
    lists[entry.path] = hash('sha256', content);
    const lines = (await textOf(entry.path, content)).split('\n').filter(Boolean);
    const told = new Set(lines);
    const found = listed.map((part) => JSON.stringify(part));
    listed = [];
    const here = new Set(found);
    const differing = [...[...told].filter((part) => !here.has(part)), ...found.filter((part) => !told.has(part))];
    const wrong = [...new Set(differing.map((part) => (JSON.parse(part) as Part).path))]
      .slice(0, mostProblems)
      .map(spelled);
    if (wrong.length > 0) throw new DamagedPart(`Damaged, missing or foreign: ${wrong.join(', ')}.`);
    // A file that came while the backup was written can be there twice, and its list says so.
    if (lines.length !== found.length) throw new DamagedPart('One of its parts is there twice.');
  }

  function compare(told: Manifest): void {
    if (!isRecord(told.tables)) throw new StartError(`Damaged: ${paths.manifest} names no tables.`);
    const isListed = JSON.stringify(told.lists) === JSON.stringify(lists) && listed.length === 0;
    if (!isListed || told.parts !== counts.parts) throw new StartError('Its parts are not those of its manifest.');
    const other = sums.differing(told.tables);
    if (other)
      throw new StartError(
        other.rows === other.told
          ? `The rows of the table ${other.name} have another sum than in the manifest.`
          : `The table ${other.name} has ${other.rows} rows, not the ${other.told} of the manifest.`,
      );
    if (secrets && secrets.size !== told.secrets) throw new StartError('Its secrets are not those of its manifest.');
  }

  return {
    take,
    last: () => last,
    end: (): Backup => {
      if (!info || !manifest) throw new StartError(`The file is cut short after ${last}.`);
      return { info, shapes, manifest, secrets, files: counts.files };
    },
  };
}

const spelled = (path: string) => JSON.stringify(path.slice(0, 200));

const isSafe = (path: string) =>
  fileFolders.some((folder) => path.startsWith(`${folder}/`)) &&
  !/[\\\p{Cc}]/u.test(path) &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

async function contentOf({ path, size, content, skip }: Entry): Promise<Buffer> {
  if (size > mostBytes) {
    skip();
    throw new StartError(`${spelled(path)} has ${size} bytes, more than a part can have.`);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function textOf(path: string, compressed: Buffer): Promise<string> {
  try {
    return (await decompress(compressed, { maxOutputLength: mostBytes })).toString();
  } catch {
    throw new DamagedPart(`Damaged: ${spelled(path)} cannot be decompressed to at most ${mostBytes} bytes.`);
  }
}

function inPart<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new DamagedPart(`Damaged: ${spelled(path)}: ${(error as Error).message}`);
  }
}

function parsed<T extends object>(path: string, content: Buffer): T {
  let value: unknown;
  try {
    value = JSON.parse(content.toString());
  } catch {
    value = undefined;
  }
  if (isRecord(value)) return value as T;
  throw new StartError(`Damaged: ${spelled(path)} is no JSON object.`);
}

function infoOf(content: Buffer): SiteInfo {
  const info = parsed<SiteInfo>(paths.site, content);
  if (info.format !== 1) throw new StartError('Its format is that of a newer version of this program.');
  const { migrations } = info;
  if (!Array.isArray(migrations)) throw new StartError(`Damaged: ${paths.site} names no migrations.`);
  return info;
}
