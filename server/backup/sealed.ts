import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { totpPurpose } from '../auth/totp.ts';
import { configPurpose } from '../config/config.ts';
import { StartError } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import type { StoredRow } from './rows.ts';

interface SealedColumn {
  column: string;
  /** The purpose that `secrets.seal` takes. */
  purpose: string;
  isSealed(row: StoredRow): boolean;
  keyOf(row: StoredRow): string;
}

/** Only the key of one server opens these values. In a backup they are empty; a passphrase seals them separately. */
const sealedColumns: Record<string, SealedColumn> = {
  config_item: {
    column: 'value',
    purpose: configPurpose,
    isSealed: ({ type }) => type === 'secret',
    keyOf: ({ id }) => `config_item ${id}`,
  },
  totp: {
    column: 'secret',
    purpose: totpPurpose,
    isSealed: () => true,
    keyOf: ({ admin_id, pending }) => `totp ${admin_id} ${pending}`,
  },
};

export const sealedTables = Object.keys(sealedColumns);

/** Texts, keyed by the row that holds them. */
export type PlainSecrets = Map<string, string>;

const sealedIn = (table: string, row: StoredRow) => {
  const sealed = sealedColumns[table];
  return sealed?.isSealed(row) && row[sealed.column] !== '' ? sealed : undefined;
};

/** @param each gets the key of the row, and the text or, if this server's key does not open it, undefined */
export function withoutSecret(
  table: string,
  row: StoredRow,
  secrets?: Secrets,
  each?: (key: string, text: string | undefined) => void,
): StoredRow {
  const sealed = sealedIn(table, row);
  if (!sealed) return row;
  each?.(sealed.keyOf(row), secrets?.open(sealed.purpose, String(row[sealed.column])));
  return { ...row, [sealed.column]: '' };
}

export function withSecret(table: string, row: StoredRow, plain: PlainSecrets, secrets: Secrets): StoredRow {
  const sealed = sealedColumns[table];
  const text = sealed?.isSealed(row) ? plain.get(sealed.keyOf(row)) : undefined;
  return sealed && text !== undefined ? { ...row, [sealed.column]: secrets.seal(sealed.purpose, text) } : row;
}

const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const leastLength = 12;

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase.normalize('NFKC'), salt, 32, cost);

/** Returns salt, nonce, tag and ciphertext. */
export function sealSecrets(plain: PlainSecrets, passphrase: string): Buffer {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify([...plain]), 'utf8'), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
}

/** @returns undefined if the passphrase is another one, or if what it opens are no secrets */
export function openSealedSecrets(sealed: Buffer, passphrase: string): PlainSecrets | undefined {
  const part = (from: number, length: number) => sealed.subarray(from, from + length);
  const head = saltBytes + nonceBytes + tagBytes;
  if (sealed.length < head) return undefined;
  const key = keyOf(passphrase, part(0, saltBytes));
  const decipher = createDecipheriv('aes-256-gcm', key, part(saltBytes, nonceBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(part(saltBytes + nonceBytes, tagBytes));
  try {
    const plain = JSON.parse(decipher.update(sealed.subarray(head), undefined, 'utf8') + decipher.final('utf8'));
    return plain.flat().every((text: unknown) => typeof text === 'string') ? new Map(plain) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws StartError if the file cannot be read or holds too short a passphrase */
export function readPassphrase(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    const passphrase = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (passphrase.length >= leastLength) return passphrase;
  } catch (error) {
    throw new StartError(`The passphrase file ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
  throw new StartError(`The passphrase in ${path} must have at least ${leastLength} characters.`);
}
