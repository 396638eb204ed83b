import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from './errors.ts';
import { flawOfSecret, type Settings } from './settings.ts';

export interface Secrets {
  /** Encrypts with AES-256-GCM: nonce, tag and ciphertext in one string. */
  seal(purpose: string, text: string): string;
  /** The plain text, or undefined if it was encrypted for another purpose or with another key. */
  open(purpose: string, sealed: string): string | undefined;
  /** A keyed hash in hex, for values that are only compared. */
  hmac(purpose: string, text: string): string;
}

/** In the data folder, unless `SECRET_KEY` is set. */
export const keyFile = 'secret.key';

const nonceBytes = 12;
const tagBytes = 16;

/** Derived from `SECRET_KEY` or a file in the data folder, created if missing. @throws StartError if it is unusable */
export function openSecrets({ secretKey, dataDir }: Pick<Settings, 'secretKey' | 'dataDir'>): Secrets {
  const main = secretKey ?? keyOfFile(dataDir);
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', main, '', `rtop-admin ${purpose}`, 32));
    keys.set(purpose, key);
    return key;
  };
  return {
    seal: (purpose, text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), nonce, { authTagLength: tagBytes });
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined; // the tag does not match: another key or another purpose
      }
    },
    hmac: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest('hex'),
  };
}

export const isSameHash = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function keyOfFile(dataDir: string): string {
  const path = join(dataDir, keyFile);
  const key = openKey(dataDir, path);
  const flaw = flawOfSecret(key);
  if (!flaw) return key;
  // A new key instead would make every encrypted value unreadable.
  throw new StartError(`The key ${path} ${flaw}. Put back the one that it was.`);
}

function openKey(dataDir: string, path: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const known = readKey(path);
    if (known !== undefined) return known;
    // Written completely before it gets its name: a second process that starts now reads the whole key or none.
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(temporary, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    try {
      linkSync(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(temporary);
    }
    flushFolder(dataDir);
    return readKey(path) ?? '';
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The key ${path} can be neither read nor made: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/** Flushes the folder, so that a new file's name survives a power cut, not only its content. Windows does this itself. */
function flushFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function readKey(path: string): string | undefined {
  try {
    // Reading a pipe would block the start forever.
    if (!statSync(path).isFile()) throw new StartError(`The key ${path} is no file. Put back the one that it was.`);
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
