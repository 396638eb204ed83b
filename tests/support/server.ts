import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoize } from 'es-toolkit';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { calls, getContentList, rulesOf } from '../../contract/index.ts';
import { buildApp } from '../../server/app.ts';
import { readSettings, type Settings } from '../../server/core/settings.ts';
import { openDatabase } from '../../server/database/index.ts';
import type { Database } from '../../server/database/tables.ts';
import type { DecoderLimits } from '../../server/media/decoder.ts';
import type { Outside } from '../../server/media/remote/outside.ts';
import { seed } from '../../server/setup/seed.ts';
import type { CloudAddress } from './cloud/agent.ts';
import { isClusterWanted, makeClusterStorage, startCluster } from './clusterServer.ts';
import { bothDatabases, testedDatabases } from './databases.ts';
import { onPostgres } from './onPostgres.ts';
import { randomPassword } from './randomPassword.ts';

/** The rules of a role that may look at the contents of every model. */
export const contentRules = ['/content', ...rulesOf(getContentList)];

export type DatabaseKind = Database['kind'];

/** A place for one server's data: a folder, and on PostgreSQL a database of its own. */
export interface Storage {
  dataDir: string;
  databaseUrl: string | undefined;
  readDatabaseUrl?: string | undefined;
  remove(): Promise<void>;
}

export interface ServerOptions {
  /** `sqlite` by default. */
  kind?: DatabaseKind;
  /** Runs beside this server on the same storage, as a second process would. */
  beside?: TestServer;
  sampleSite?: boolean;
  /** Serves the built console too. */
  withConsole?: boolean;
  settings?: Partial<Settings>;
  /** The hosts to which addresses that people give may lead, instead of the public web. */
  outside?: Outside;
  /** The site of `useFarSite`, as the only place to which such addresses may lead. */
  farSite?: { outside: Outside; port(): number };
  /** A stand-in for Tencent Cloud, for the processes of a cluster. This process finds it by itself. */
  cloud?: CloudAddress;
  /** Limits of the work on one picture. */
  decoding?: DecoderLimits;
}

interface CallOptions {
  /** The super administrator's token by default; `''` sends none. */
  token?: string;
  /** The contract's verb by default. */
  verb?: string;
  headers?: Record<string, string>;
}

export interface Reply<T> {
  status: number;
  headers: Headers;
  body: { code: number; msg: string; data: T };
}

/** The `data` of a refused call. */
export interface Refused {
  errors: Record<string, string>;
}

export interface TestAdmin {
  id: number;
  username: string;
  password: string;
  token: string;
}

export interface TestServer {
  /** URL without a slash at the end. */
  url: string;
  /** Token of the super administrator `admin`. */
  token: string;
  password: string;
  settings: Settings;
  database: Database;
  /**
   * Makes a call as a client would: parameters in the query of a GET, else in a form-encoded body (lists of scalars
   * comma-joined, other lists and objects as JSON). A string is sent as it is; with a JSON `content-type` header the
   * parameters are sent as JSON.
   */
  call<T = unknown>(path: string, params?: Params, options?: CallOptions): Promise<Reply<T>>;
  /** Makes a call and returns its `data`. @throws Error if the code is not 1 */
  data<T = { id: number }>(path: string, params?: Params, options?: CallOptions): Promise<T>;
  /**
   * Signs in and returns the token of the new session. Each sign-in comes from another address, so that none is
   * throttled by peer.
   */
  signIn(username: string, password: string): Promise<string>;
  /** Every rule's id by its path. */
  ruleIds(): Promise<Map<string, number>>;
  /** Makes a role with the rules of these paths. @returns its id */
  makeRole(rules: string[]): Promise<number>;
  /** Makes an administrator who need not change the first password and is signed in. */
  makeAdmin(roleId: number): Promise<TestAdmin>;
  stop(): Promise<void>;
}

type Params = Record<string, unknown> | string;

type DatabaseBlock = (server: TestServer, kind: DatabaseKind) => void;
type DatabaseOptions = Omit<ServerOptions, 'kind'>;

/**
 * Runs a block of tests against a server on SQLite and against one on PostgreSQL: for behaviour that rests on SQL, types or locks.
 * @param block gets the server, which is up when the first test runs and is stopped after the last
 */
export function describeEachDatabase(name: string, block: DatabaseBlock, options: DatabaseOptions = {}): void {
  describeDatabases(bothDatabases, name, block, options);
}

/** Like `describeEachDatabase`, for behaviour that is the same on both: on SQLite alone without `TEST_DATABASES=both`. */
export function describeTestedDatabases(name: string, block: DatabaseBlock, options: DatabaseOptions = {}): void {
  describeDatabases(testedDatabases, name, block, options);
}

function describeDatabases(
  kinds: readonly DatabaseKind[],
  name: string,
  block: DatabaseBlock,
  options: DatabaseOptions,
): void {
  describe.each(kinds)(`${name} (%s)`, (kind) => {
    block(useServer({ ...options, kind }), kind);
  });
}

/** A server for the tests of a file or block: up when the first of them runs, stopped after the last. */
export function useServer(options: ServerOptions = {}): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await startServer(options));
  });
  afterAll(() => server.stop?.());
  return server;
}

/** Starts a server in this process, on a new database, at a free port of the loopback interface. */
export async function startServer({ kind = 'sqlite', beside, ...options }: ServerOptions = {}): Promise<TestServer> {
  if (isClusterWanted() && isForCluster({ beside, ...options })) return startClustered(options);
  // A database or a password that the test brings is seeded below, not copied from a template.
  const { adminPassword, databaseUrl: ownDatabase } = options.settings ?? {};
  const isSeeded = !beside && !isClusterWanted() && !adminPassword && !ownDatabase;
  const password = beside?.password ?? (isSeeded ? seededPassword : randomPassword());
  const seeded = options.sampleSite ? 'sampleSite' : 'seeded';
  const storage = beside
    ? { ...beside.settings, remove: async () => {} }
    : await makeStorage(isClusterWanted() ? 'postgres' : kind, isSeeded ? seeded : 'tables');
  const { dataDir, databaseUrl, readDatabaseUrl, remove } = storage;
  const outside = options.farSite?.outside ?? options.outside;
  const settings: Settings = {
    ...readSettings({ LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1', ADMIN_PASSWORD: password }),
    dataDir,
    databaseUrl,
    readDatabaseUrl,
    sampleSite: options.sampleSite ?? false,
    ...options.settings,
  };
  const undo: (() => Promise<void>)[] = [remove];
  const stop = async () => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    const database = await openDatabase(settings);
    undo.push(() => database.close());
    if (!isSeeded) await seed(database, settings);
    const app = await buildApp(database, settings, {
      withConsole: options.withConsole ?? false,
      ...(outside && { outside }),
      ...(options.decoding && { decoding: options.decoding }),
    });
    undo.push(() => app.close());
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const token = await clientOf(url).signIn(settings.adminUsername, password);
    const client = clientOf(url, token);
    return { ...client, ...helpersOf(client, database), url, token, password, settings, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Whether a cluster can take the place of this server: it shows the console, and gets nothing that other processes
 * cannot have, such as functions.
 */
const isForCluster = ({ beside, withConsole, outside, decoding }: ServerOptions) =>
  withConsole && !beside && !outside && !decoding;

/** Starts the server as three processes behind HAProxy, on PostgreSQL with pgbouncer and a replica. */
async function startClustered(options: ServerOptions): Promise<TestServer> {
  const password = randomPassword();
  const { url, settings, stop } = await startCluster({
    settings: {
      ...readSettings({ LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1', ADMIN_PASSWORD: password }),
      sampleSite: options.sampleSite ?? false,
      ...options.settings,
    },
    cloud: options.cloud && { port: options.cloud.port, certificate: options.cloud.certificate },
    farPort: options.farSite?.port(),
  });
  const database = await openDatabase({ ...settings, readDatabaseUrl: undefined });
  const token = await clientOf(url).signIn(settings.adminUsername, password);
  const client = clientOf(url, token);
  return {
    ...client,
    ...helpersOf(client, database),
    url,
    token,
    password,
    settings,
    database,
    stop: async () => {
      await database.close();
      await stop();
    },
  };
}

/**
 * The contents of a new storage: nothing, all tables without rows, or what the first start makes, with the sample site
 * or not.
 */
export type Contents = 'nothing' | 'tables' | 'seeded' | 'sampleSite';

/**
 * Makes a place for a server that a test starts by itself.
 * @param contents copied from a template, which takes a tenth of the time of making them
 */
export async function makeStorage(kind: DatabaseKind, contents: Contents = 'nothing'): Promise<Storage> {
  if (kind === 'postgres' && isClusterWanted()) return makeClusterStorage();
  const dataDir = await mkdtemp(join(tmpdir(), 'rtop-data-'));
  if (kind === 'sqlite' && contents !== 'nothing')
    await writeFile(join(dataDir, 'rtop.db'), await sqliteTemplate(contents));
  const databaseUrl = kind === 'postgres' ? await createDatabase(await postgresTemplate(contents)) : undefined;
  return {
    dataDir,
    databaseUrl,
    remove: async () => {
      await rm(dataDir, { recursive: true, force: true });
      if (databaseUrl) await onPostgres(inject('postgresUrl'), `drop database ${nameOf(databaseUrl)} with (force)`);
    },
  };
}

/** Password of the super administrator in all storages that this process seeds. */
const seededPassword = randomPassword();

/** An SQLite database with these contents. */
const sqliteTemplate = memoize(async (contents: Contents): Promise<Buffer> => {
  const storage = await makeStorage('sqlite');
  await fill(storage, contents);
  const file = await readFile(join(storage.dataDir, 'rtop.db'));
  await storage.remove();
  return file;
});

/** The name of a PostgreSQL database with these contents. */
const postgresTemplate = memoize(async (contents: Contents): Promise<string> => {
  if (contents === 'nothing') return 'template1';
  if (contents === 'tables') return inject('postgresTemplate');
  const databaseUrl = await createDatabase(inject('postgresTemplate'));
  await fill({ dataDir: '', databaseUrl }, contents);
  return nameOf(databaseUrl);
});

async function fill(storage: Pick<Storage, 'dataDir' | 'databaseUrl'>, contents: Contents): Promise<void> {
  const database = await openDatabase(storage);
  const admin = { adminUsername: 'admin', adminPassword: seededPassword };
  if (contents !== 'tables') await seed(database, { ...admin, sampleSite: contents === 'sampleSite' });
  await database.close();
}

const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // `file_copy` takes half the processor time of the usual strategy, which writes all of the database to the log first.
  await onPostgres(inject('postgresUrl'), `create database ${name} template ${template} strategy file_copy`);
  return Object.assign(new URL(inject('postgresUrl')), { pathname: name }).href;
}

type Client = Pick<TestServer, 'call' | 'data' | 'signIn'>;
let peers = 0;

/** The calls of a server at a URL. No token is sent unless it is given here or with a call. */
export function clientOf(url: string, ownToken = ''): Client {
  async function call<T>(path: string, params: Params = {}, options: CallOptions = {}): Promise<Reply<T>> {
    const { token = ownToken, verb = calls.get(path)?.call.verb ?? 'GET' } = options;
    const headers: Record<string, string> = { ...(token && { authorization: token }), ...options.headers };
    const hasBody = verb !== 'GET' && verb !== 'HEAD';
    if (hasBody) headers['content-type'] ??= 'application/x-www-form-urlencoded';
    const isJson = headers['content-type']?.includes('json') && typeof params !== 'string';
    const sent = isJson ? JSON.stringify(params) : encode(params);
    const response = await fetch(`${url}/api/${path}${hasBody || !sent ? '' : `?${sent}`}`, {
      method: verb,
      headers,
      ...(hasBody && { body: sent }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  }

  async function data<T>(path: string, params?: Params, options?: CallOptions): Promise<T> {
    const { status, body } = await call<T>(path, params, options);
    if (body?.code !== 1) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
    return body.data;
  }

  async function signIn(username: string, password: string): Promise<string> {
    peers++;
    const headers = { 'x-forwarded-for': `10.9.${peers >> 8}.${peers & 255}` };
    const { token } = await data<{ token: string }>('auth.auth/login', { username, password }, { token: '', headers });
    return token;
  }

  return { call, data, signIn };
}

function encode(params: Params): string {
  if (typeof params === 'string') return params;
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, spelled(value)])).toString();
}

function spelled(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  if (value === null) return '';
  const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return isList ? value.join(',') : JSON.stringify(value);
}

interface RuleNode {
  id: number;
  path: string;
  sunList: RuleNode[];
}

/** Helpers of the tests, which act as the super administrator. */
function helpersOf(
  { data, signIn }: Client,
  { transaction }: Database,
): Pick<TestServer, 'ruleIds' | 'makeRole' | 'makeAdmin'> {
  async function ruleIds(): Promise<Map<string, number>> {
    const tree = await data<RuleNode[]>('base.admin/getRuleList');
    return new Map(tree.flatMap((rule) => [rule, ...rule.sunList]).map(({ path, id }) => [path, id]));
  }

  async function makeRole(rules: string[]): Promise<number> {
    const ids = await ruleIds();
    const unknown = rules.filter((path) => !ids.has(path));
    if (unknown.length > 0) throw new Error(`no rule has the path ${unknown.join(', ')}`);
    const rule_method = rules.map((path) => ids.get(path));
    return (await data('base.admin/create_role', { title: `role ${randomBytes(4).toString('hex')}`, rule_method })).id;
  }

  async function makeAdmin(groupId: number): Promise<TestAdmin> {
    const username = `admin-${randomBytes(4).toString('hex')}`;
    const password = randomPassword();
    const { id } = await data('base.admin/addAdmin', { username, password, groupId });
    await transaction((tx) => tx.updateTable('admin').set({ must_change: 0 }).where('id', '=', id).execute());
    const token = await signIn(username, password);
    return { id, username, password, token };
  }

  return { ruleIds, makeRole, makeAdmin };
}
