import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { StartError } from '../../core/errors.ts';
import type { Brought } from './savePictures.ts';

const largest = 50 * 1024 * 1024; // bytes; a larger file is not a page's image
const folder = 'pbootcms';
const notLookedFor = 'was not looked for';

export interface NotCopied {
  url: string;
  reason: string;
  users: string[];
}

export interface Images {
  /** The URL that the image will have here. The URL stays if it belongs to another site or the image cannot be copied. */
  take(url: string, user: string): string;
  /** Notes missing images of a record that is not imported. */
  look(url: string, user: string): void;
  /** Copies the images passed to `take` into the upload folder. Existing files have the same content. */
  copy(dataDir: string): number;
  brought(): Brought[];
  notCopied(): NotCopied[];
  /** How many URLs lead to other sites. */
  remote(): number;
}

type Found = { name: string; path: string } | { reason: string };

/** @param hosts the source's own host names, whose URLs are local too. @throws StartError if `root` is no folder */
export function openImages(root: string | undefined, hosts: ReadonlySet<string>): Images {
  if (root !== undefined && !statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError(`--files ${root} is not a folder.`);
  const realRoot = root && realpathSync(root);
  const found = new Map<string, Found>();
  const users = new Map<string, Set<string>>();
  const remote = new Set<string>();
  const taken = new Map<string, string>();

  const find = (url: string, user: string): Found | undefined => {
    const path = sitePath(url, hosts);
    if (path === 'elsewhere') remote.add(url);
    if (path === 'elsewhere' || path === 'none') return undefined;
    const known = found.get(url) ?? (realRoot ? findImage(realRoot, path) : { reason: notLookedFor });
    found.set(url, known);
    users.set(url, (users.get(url) ?? new Set()).add(user));
    return known;
  };

  return {
    take: (url, user) => {
      const image = find(url, user);
      if (!image || 'reason' in image) return url;
      taken.set(image.name, image.path);
      return `/upload/${folder}/${image.name}`;
    },
    look: (url, user) => void find(url, user),
    copy: (dataDir) => copyAll(taken, join(dataDir, 'upload', folder)),
    brought: () => [...taken].map(([name, from]) => ({ url: `/upload/${folder}/${name}`, name: basename(from) })),
    notCopied: () =>
      [...found].flatMap(([url, image]) =>
        'reason' in image ? [{ url, reason: image.reason, users: [...(users.get(url) ?? [])] }] : [],
      ),
    remote: () => remote.size,
  };
}

const outside: Found = { reason: 'leads out of the folder' };

function findImage(root: string, segments: string[] | 'outside'): Found {
  if (segments === 'outside') return outside;
  try {
    return readImage(root, join(root, ...segments));
  } catch (error) {
    return { reason: `is not readable (${(error as NodeJS.ErrnoException).code})` };
  }
}

function readImage(root: string, path: string): Found {
  if (!existsSync(path)) return { reason: 'is missing' };
  const real = realpathSync(path);
  if (!real.startsWith(root + sep)) return outside;
  const stats = statSync(real);
  if (!stats.isFile()) return { reason: 'is not a file' };
  if (stats.size > largest) return { reason: 'is larger than 50 MB' };
  const bytes = readFileSync(real);
  const type = imageType(bytes);
  if (!type) return { reason: 'is not an image' };
  return { name: `${createHash('sha1').update(bytes).digest('hex')}.${type}`, path: real };
}

function copyAll(taken: Map<string, string>, to: string): number {
  try {
    if (taken.size > 0) mkdirSync(to, { recursive: true });
    const absent = [...taken].filter(([name]) => !existsSync(join(to, name)));
    for (const [name, from] of absent) {
      // Copied under a temporary name, so that an interrupted copy never has the final one.
      const part = join(to, `${name}.${process.pid}.part`);
      writeFileSync(part, readFileSync(from));
      renameSync(part, join(to, name));
    }
    return absent.length;
  } catch (error) {
    throw new StartError(`The images cannot be copied to ${to}: ${(error as Error).message}.`);
  }
}

const starts = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

/** Image types that browsers display and that cannot run anything, by their first bytes. SVG is not among them. */
const types: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => starts(bytes, '\x89PNG\r\n\x1a\n'),
  jpg: (bytes) => starts(bytes, '\xff\xd8\xff'),
  gif: (bytes) => starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a'),
  webp: (bytes) => starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8),
  avif: (bytes) => starts(bytes, 'ftypavif', 4) || starts(bytes, 'ftypavis', 4),
  bmp: (bytes) => starts(bytes, 'BM') && bytes.length > 26 && bytes.readUInt32LE(2) === bytes.length,
};

function imageType(bytes: Buffer): string | undefined {
  return Object.keys(types).find((type) => types[type]?.(bytes));
}

/** Path segments below the site's root, unless the URL leads out of it, to another site, or to no file. */
function sitePath(url: string, hosts: ReadonlySet<string>): string[] | 'outside' | 'elsewhere' | 'none' {
  const trimmed = url.trim();
  const [, host, rest] = /^(?:https?:)?\/\/([^/?#]*)(.*)$/is.exec(trimmed) ?? [];
  if (host !== undefined && !hosts.has(host.toLowerCase())) return 'elsewhere';
  const local = rest ?? trimmed;
  if (host === undefined && /^[a-z][a-z0-9+.-]*:/i.test(local)) return 'none';
  const path = decoded(local.replace(/[?#].*$/s, ''));
  if (path === undefined || /[\\\0]/.test(path)) return 'outside';
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return 'outside';
  return segments.length > 0 ? segments : 'none';
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
