import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { admin } from '../../contract/entities/admin.ts';
import { passwordLimits } from '../../contract/formats.ts';
import { StartError } from './errors.ts';

export interface Settings {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** A replica of the database, which lists and the public site read. */
  readDatabaseUrl: string | undefined;
  /** At most so many connections of this process to PostgreSQL. */
  databasePool: number;
  /** Folder of the backups that the server makes. The default is `backups` in the data folder. */
  backupDir: string | undefined;
  /** Processes that share a PostgreSQL count requests in this Redis; if it is not set, they count in the PostgreSQL. */
  redisUrl: string | undefined;
  adminUsername: string;
  adminPassword: string | undefined;
  sampleSite: boolean;
  /** Serves the example of a public site at `/site/`. */
  exampleSite: boolean;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses or networks, never a number of hops. */
  trustProxy: string[];
  corsOrigins: string[];
  /** Scheme and host of another back end for the console; empty to use this server. */
  apiHost: string;
  /** Development only: sign-in codes are printed if no SMS gateway is configured. */
  smsConsole: boolean;
  logLevel: string;
  secretKey: string | undefined;
  /** Whoever sends this token may read `/metrics`. */
  metricsToken: string | undefined;
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const list = (name: string) =>
    (env[name] ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);

  const sampleSite = switchOf('SAMPLE_SITE', env.SAMPLE_SITE, true);
  return {
    host: env.HOST || '127.0.0.1',
    port: portOf(env.PORT || '3000'),
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl: databaseUrlOf('DATABASE_URL', env.DATABASE_URL),
    readDatabaseUrl: readDatabaseUrlOf(env.READ_DATABASE_URL, env.DATABASE_URL),
    databasePool: poolOf(env.DATABASE_POOL),
    backupDir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : undefined,
    redisUrl: redisUrlOf(env.REDIS_URL, env.DATABASE_URL),
    adminUsername: usernameOf(env.ADMIN_USERNAME || 'admin'),
    adminPassword: passwordOf(env.ADMIN_PASSWORD),
    sampleSite,
    exampleSite: switchOf('EXAMPLE_SITE', env.EXAMPLE_SITE, sampleSite),
    trustProxy: list('TRUST_PROXY').map(addressOf),
    corsOrigins: list('CORS_ORIGINS').map((origin) => originOf('CORS_ORIGINS', origin, 'origins, separated by commas')),
    apiHost: env.API_HOST ? originOf('API_HOST', env.API_HOST, 'scheme and host alone') : '',
    smsConsole: switchOf('SMS_CONSOLE', env.SMS_CONSOLE, false),
    logLevel: oneOf('LOG_LEVEL', env.LOG_LEVEL || 'info', levels),
    secretKey: secretOf('SECRET_KEY', env.SECRET_KEY),
    metricsToken: secretOf('METRICS_TOKEN', env.METRICS_TOKEN),
  };
}

function portOf(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port < 1 || port > 65535) bad('PORT', value, 'a number from 1 to 65535');
  return port;
}

export const defaultPool = 10;

function poolOf(value: string | undefined): number {
  if (!value) return defaultPool;
  const most = Number(value);
  if (!/^\d+$/.test(value) || most < 2 || most > 200) bad('DATABASE_POOL', value, 'a number from 2 to 200');
  return most;
}

function readDatabaseUrlOf(value: string | undefined, primary: string | undefined): string | undefined {
  if (value && !primary) throw new StartError('READ_DATABASE_URL is a replica of DATABASE_URL: set that too.');
  return databaseUrlOf('READ_DATABASE_URL', value);
}

function databaseUrlOf(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined;
  // The value contains a password, so it is not repeated.
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value))
    throw new StartError(`${name} must look like postgres://user:password@host:5432/name.`);
  return value;
}

function redisUrlOf(value: string | undefined, databaseUrl: string | undefined): string | undefined {
  if (!value) return undefined;
  // The value may contain a password, so it is not repeated.
  if (!/^rediss?:\/\//.test(value) || !URL.canParse(value))
    throw new StartError('REDIS_URL must look like redis://user:password@host:6379.');
  if (!databaseUrl) throw new StartError('REDIS_URL is for several processes on one PostgreSQL: set DATABASE_URL too.');
  return value;
}

function usernameOf(value: string): string {
  const { min, max, pattern } = admin.fields.username;
  if (value.length < min || value.length > max || !new RegExp(pattern).test(value))
    bad('ADMIN_USERNAME', value, `${min} to ${max} characters, with no space at either end and no two in a row`);
  return value;
}

function passwordOf(value: string | undefined): string | undefined {
  const { min, max } = passwordLimits;
  if (value && (value.length < min || value.length > max))
    throw new StartError(`ADMIN_PASSWORD must have ${min} to ${max} characters.`);
  return value || undefined;
}

function secretOf(name: string, value: string | undefined): string | undefined {
  const flaw = value && flawOfSecret(value);
  if (flaw) throw new StartError(`${name} ${flaw}. Take one at random: openssl rand -hex 32.`);
  return value || undefined;
}

function switchOf(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined || value === '') return fallback;
  return oneOf(name, value, ['0', '1']) === '1';
}

function addressOf(value: string): string {
  const [address = '', bits, more] = value.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const isNetwork = bits !== undefined && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most && more === undefined;
  if (!isIP(address) || !(bits === undefined || isNetwork))
    bad('TRUST_PROXY', value, 'addresses or networks such as 10.0.0.1 or 10.0.0.0/8, separated by commas');
  return value;
}

function originOf(name: string, value: string, wanted: string): string {
  const isHttp = /^https?:/.test(value) && URL.canParse(value);
  if (!isHttp || new URL(value).origin !== value) bad(name, value, `${wanted}, such as https://admin.example.com`);
  return value;
}

function oneOf(name: string, value: string, values: string[]): string {
  if (!values.includes(value)) bad(name, value, `one of ${values.join(', ')}`);
  return value;
}

function bad(name: string, value: string, wanted: string): never {
  throw new StartError(`${name} is "${value}", but must be ${wanted}.`);
}

const leastLength = 32;
const leastDistinct = 8; // of 32 random hexadecimal digits, one key in a million has fewer distinct ones

/**
 * Tells why a text is no random key.
 * @returns the rest of a sentence that begins with the key's name, without the key
 */
export function flawOfSecret(key: string): string | undefined {
  if (/[\p{Cc}\uFFFD]/u.test(key)) return 'holds bytes that are no text';
  if (key.length < leastLength) return `has ${key.length} characters, but must have at least ${leastLength}`;
  const distinct = new Set(key).size;
  if (distinct < leastDistinct) return `has ${distinct} different characters, but must have at least ${leastDistinct}`;
  return undefined;
}
