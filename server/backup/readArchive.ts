import { createHash, hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { StartError } from '../core/errors.ts';
import { type DriverError, outageOf } from '../database/outage.ts';
import { isPortablePath, type Manifest, maxBytes, type Part, partsInList, paths, type SiteInfo } from './archive.ts';
import { linesOf } from './linesOf.ts';
import { readManifest, readSiteInfo, spelled } from './readManifest.ts';
import { decodeRow, openSums, type StoredRow } from './rows.ts';
import { type Shapes, type TableShape, tablesAfter } from './schema.ts';
import { openSealedSecrets, type PlainSecrets } from './sealed.ts';
import { type Entry, entriesOf } from './tarEntries.ts';

export interface Backup {
  info: SiteInfo;
  shapes: Shapes;
  manifest: Manifest;
  /** The secrets that the passphrase opened; undefined if there is no passphrase. */
  secrets: PlainSecrets | undefined;
  files: number;
}

export interface Visitor {
  rows?(shape: TableShape, rows: StoredRow[]): Promise<void>;
  /** Must read `content` to its end. */
  file?(path: string, content: AsyncIterable<Buffer>): Promise<void>;
}

const maxProblems = 20;
/** An entry's name has at most so many characters, as Linux has no longer paths. */
const maxPath = 4096;
/** The visitor gets rows of so many characters at once. */
const batchLength = 1024 * 1024;

/** Reads a whole backup and checks all of it. @throws StartError with everything that is wrong with it */
export async function readArchive(path: string, passphrase?: string, visitor: Visitor = {}): Promise<Backup> {
  const problems: string[] = [];
  const reading = openReading(passphrase, visitor);
  try {
    // A device or a pipe might never end.
    if (!(await stat(path)).isFile()) throw new StartError('It is no file.');
    for await (const entry of entriesOf(path)) {
      try {
        await reading.take(entry);
      } catch (error) {
        if (!(error instanceof DamagedPart)) throw error;
        problems.push(error.message);
        if (problems.length >= maxProblems) break;
      }
    }
    if (problems.length === 0) return reading.end();
  } catch (error) {
    problems.push(sentenceOf(error, reading.last()));
  }
  throw new StartError(`The backup ${path} is refused:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
}

/** A part that cannot be used. Reading goes on, to find others. */
class DamagedPart extends Error {}

function sentenceOf(error: unknown, last: string): string {
  if (error instanceof StartError) return error.message;
  const { message, code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') return `The file cannot be read: ${code}.`;
  // The disk or the connection to the database is the reason, not the file.
  if (outageOf(error as DriverError)) return `Reading or storing failed after ${last}: ${message}.`;
  if (/unexpected end/i.test(message)) return `The file is cut short after ${last}.`;
  if (/header|checksum/i.test(message)) return `The file is damaged, or no backup, after ${last}.`;
  // Whatever else goes wrong, the file is the reason: this runs also on files of strangers.
  return `The file cannot be read after ${last}: ${message.slice(0, 200)}.`;
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
    if (path.length > maxPath) throw new StartError(`${spelled(path)}… is too long a name.`);
    if (manifest) throw new StartError(`${spelled(path)} comes after the manifest.`);
    if (!info && path !== paths.site) throw new StartError('It does not begin as a backup of this program does.');
    const kind = kinds.find(({ pattern }) => pattern.test(path));
    if (!kind) throw new StartError(`${spelled(path)} is no name of a part.`);
    await kind.take(entry);
    last = spelled(path);
  }

  const kinds: { pattern: RegExp; take(entry: Entry): Promise<void> }[] = [
    {
      pattern: /^site\.json$/,
      take: async (entry) => {
        if (info) throw new StartError('It has two beginnings.');
        info = readSiteInfo(await part(entry, maxBytes.site));
        shapes = await tablesAfter(info.migrations);
        sums = openSums(shapes.keys());
      },
    },
    { pattern: /^tables\/[a-z_]+\/\d+\.ndjson\.zst$/, take: takeRows },
    { pattern: /^files\//, take: takeFile },
    {
      pattern: /^secrets\.sealed$/,
      take: async (entry) => {
        const sealed = await part(entry, maxBytes.secrets);
        if (passphrase === undefined) return;
        secrets = openSealedSecrets(sealed, passphrase);
        if (!secrets) throw new StartError('The passphrase is not the one that its secrets were sealed under.');
      },
    },
    { pattern: /^lists\/\d+\.ndjson\.zst$/, take: takeList },
    {
      pattern: /^manifest\.json$/,
      take: async (entry) => {
        manifest = readManifest(await contentOf(entry, maxBytes.manifest), shapes);
        compare(manifest);
      },
    },
  ];

  async function part(entry: Entry, max: number): Promise<Buffer> {
    const content = await contentOf(entry, max);
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
    let rows: StoredRow[] = [];
    let length = 0;
    for await (const line of linesIn(entry.path, await part(entry, maxBytes.rows), maxBytes.rows)) {
      const row = inPart(entry.path, () => decodeRow(shape, line));
      sums.add(name, row);
      if (!visitor.rows) continue;
      rows.push(row);
      length += line.length;
      if (length < batchLength) continue;
      await visitor.rows(shape, rows);
      rows = [];
      length = 0;
    }
    if (rows.length > 0) await visitor.rows?.(shape, rows);
  }

  async function takeFile(entry: Entry): Promise<void> {
    const path = entry.path.slice('files/'.length);
    if (!isPortablePath(path)) throw new StartError(`${spelled(entry.path)} leads out of the folders of files.`);
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
    const content = await contentOf(entry, maxBytes.list);
    lists[entry.path] = hash('sha256', content);
    const lines: string[] = [];
    for await (const line of linesIn(entry.path, content, maxBytes.list))
      if (lines.push(line) > partsInList) throw new StartError('One of its lists has too many parts.');
    const told = new Set(lines);
    const found = listed.map((part) => JSON.stringify(part));
    listed = [];
    const here = new Set(found);
    const differing = [...[...told].filter((part) => !here.has(part)), ...found.filter((part) => !told.has(part))];
    const wrong = [...new Set(differing.slice(0, maxProblems).map(pathOfPart))].map(spelled);
    if (wrong.length > 0) throw new DamagedPart(`Damaged, missing or foreign: ${wrong.join(', ')}.`);
    if (lines.length === 0) throw new StartError('One of its lists has no parts.');
    // A file that came while the backup was written can be there twice, and its list says so.
    if (lines.length !== found.length) throw new DamagedPart('One of its parts is there twice.');
  }

  function compare(told: Manifest): void {
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

/** Returns the path in a line of a list, as an error message names it. */
function pathOfPart(line: string): string {
  if (line.length > 2 * maxPath) return line; // not ours: parsed, it could take many times its length in memory
  try {
    return String((JSON.parse(line) as Part).path);
  } catch {
    return line;
  }
}

async function contentOf({ path, size, content, skip }: Entry, max: number): Promise<Buffer> {
  if (size > max) {
    skip();
    throw new StartError(`${spelled(path)} has ${size} bytes, more than a part can have.`);
  }
  const whole = Buffer.alloc(size);
  let at = 0;
  for await (const chunk of content) at += chunk.copy(whole, at);
  return whole;
}

async function* linesIn(path: string, compressed: Buffer, max: number): AsyncGenerator<string> {
  const lines = linesOf(compressed, max);
  while (true) {
    const next = await lines.next().catch(() => {
      throw new DamagedPart(`Damaged: ${spelled(path)} cannot be decompressed to at most ${max} bytes.`);
    });
    if (next.done) return;
    yield next.value;
  }
}

function inPart<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new DamagedPart(`Damaged: ${spelled(path)}: ${(error as Error).message}`);
  }
}
