import { type Expression, type Generated, type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Field, Fields } from '../../contract/fields.ts';
import type { Entities, EntityName } from '../../contract/index.ts';

/** The type of each kind's column: flags are 0/1, times ISO text, money minor units, lists and objects JSON text. */
type Stored<F extends Field> = F['kind'] extends 'flag' | 'bool'
  ? number
  : F['kind'] extends 'int' | 'ref' | 'money'
    ? number | null
    : F['kind'] extends 'time' | 'json'
      ? F extends { required: true }
        ? string
        : string | null
      : string;
type EntityTable<F extends Fields> = { id: Generated<number>; deleted_at: string | null } & {
  [N in keyof F]: F[N] extends { virtual: true } ? Generated<Stored<F[N]>> : Stored<F[N]>;
};

interface OwnTables {
  session: {
    id: Generated<number>;
    token_hash: string;
    admin_id: number;
    ip: string;
    user_agent: string;
    create_time: string;
    last_seen: string;
    expires: string;
    /** The device as `known_device` has it; empty for a session from before that table. */
    device: Generated<string>;
    writes: Generated<number>;
    /** Whose console the session looks at, without changing anything; null for its own. */
    view_admin: Generated<number | null>;
    view_role: Generated<number | null>;
    /** When the administrator last proved who they are; null for sessions from before that was asked. */
    confirmed_time: string | null;
  };
  /** Tokens for programs: SHA-256 of each, and the role with which it calls. */
  program_token: {
    id: Generated<number>;
    admin_id: number;
    role_id: number;
    title: string;
    token_hash: string;
    per_minute: number;
    create_time: string;
    expires: string;
    last_used: string | null;
  };
  /** Second factors. The secret is encrypted; `last_step` is the last 30-second step whose code was used. */
  totp: {
    admin_id: number;
    pending: number;
    secret: string;
    last_step: Generated<number>;
    /** For a pending factor: the session that began it. */
    session_id: number | null;
    create_time: string;
  };
  /** Public keys in base64url. `origin` is that of the console at which a passkey works, `counter` counts its uses. */
  passkey: {
    id: Generated<number>;
    admin_id: number;
    credential_id: string;
    public_key: string;
    user_handle: string;
    origin: string;
    /** A JSON list. */
    transports: string;
    counter: number;
    title: string;
    create_time: string;
    last_used: string | null;
  };
  /** Challenges that nobody has answered yet: SHA-256, until when they last, and for a new passkey the session. */
  passkey_challenge: { hash: string; until: string; session_id: number | null };
  /** Keyed hashes of the unused recovery codes. */
  recovery_code: { admin_id: number; pending: number; hash: string };
  known_network: { admin_id: number; network: string; last_seen: string };
  /** Keyed hashes of what clients say of their device, or else of network and browser. */
  known_device: { admin_id: number; device: string; last_seen: string };
  /** Links that end a session from a new device: SHA-256 of the link's and of the session's token. */
  new_session: {
    token_hash: string;
    session_hash: string;
    admin_id: number;
    device: string;
    ip: string;
    user_agent: string;
    create_time: string;
    expires: string;
  };
  /** The latest code of each phone number. Number and code are keyed hashes. */
  sms_code: { number: string; hash: string; until: string; guesses: number };
  preference: { admin_id: number; name: string; value: string; update_time: string };
  idempotency: {
    admin_id: number;
    key: string;
    request_hash: string;
    reply: string | null;
    create_time: string;
  };
  /** Attempts per account or peer within a window. `next_turn` is when a slowed account may try next, in ms. */
  attempt: { key: string; count: number; until: string; next_turn: number | null };
  media_use: { entity: string; record_id: number; field: string; stem: string };
  /** Each entity has a version that grows with each write. Totals counted at an older version are counted again. */
  generation: { entity: string; n: number };
  derived: { name: string; definition: string };
  /** How to undo unfinished work, one row per step (`steps/undoSteps.ts`); `owner` is its process, `path` its call. */
  import_step: {
    run: string;
    n: number;
    owner: string;
    entity: string;
    path: Generated<string>;
    undo: string;
    create_time: string;
  };
  /** A single row: when old log rows were last deleted, and since when the clock has run without jumps. */
  log_cleaning: { id: number; last: string; even_since: string };
  /** Changes that their record does not have yet (`values`: JSON by field). A record that is not saved has no id. */
  working_copy: {
    id: Generated<number>;
    entity: string;
    record_id: number | null;
    admin_id: number;
    create_time: string;
    update_time: string;
    live_time: string | null;
    live_admin_id: number | null;
    /** The program's tokens by which the copy was made, and by which its time was set. */
    token_id: number | null;
    live_token_id: number | null;
    is_stale: Generated<number>;
    values: string;
  };
  /** Reviews of drafts and working copies: `submitted` by the author, or `returned` by the reviewer with a note. */
  review: {
    entity: string;
    record_id: number;
    state: string;
    author_id: number | null;
    reviewer_id: number | null;
    note: string;
    create_time: string;
  };
  /** Preview links: SHA-256 of the token, who made it, with which role. Older ones use the administrator's own role. */
  preview_token: {
    token_hash: string;
    entity: string;
    record_id: number;
    admin_id: number;
    role_id: number | null;
    token_id: number | null;
    expires: string;
  };
  /** `changes` has the changed fields, or the whole record if `base` is `n`. */
  record_version: {
    id: Generated<number>;
    entity: string;
    record_id: number;
    n: number;
    base: number;
    admin_id: number | null;
    event: string;
    username: string;
    path: string;
    published: number;
    words: string;
    create_time: string;
    fields: string;
    changes: string;
    batch: Generated<string>;
    shared: Generated<string>;
  };
  /** Long values that versions of one batch share (`engine/batchValues.ts`). */
  batch_value: { batch: string; hash: string; value: string };
  /** A single row: the end of the last day whose versions are thinned out. */
  version_thinning: { until: string };
  /** Backups that the server makes, on a schedule or when somebody asks; they are not in a backup themselves. */
  backup: {
    id: Generated<number>;
    state: 'waiting' | 'running' | 'done' | 'failed';
    /** When a scheduled backup was due; empty for others. */
    slot: string;
    name: string;
    /** `host~pid` of the process that makes it, and when it last said so. */
    owner: string;
    beat: string;
    phase: string;
    error: string;
    username: string;
    create_time: string;
    end_time: string;
    attempts: Generated<number>;
    size: Generated<number>;
    row_count: Generated<number>;
    file_count: Generated<number>;
    secrets: Generated<number>;
    left_out: Generated<number>;
    in_bucket: Generated<number>;
    scheduled: Generated<number>;
  };
  role_rule_method: { owner_id: number; ref_id: number };
  /** Tells which imported record became which, so that running an import twice changes nothing. */
  import_origin: { source: string; source_id: string; entity: string; entity_id: number };
}

interface ExtraColumns {
  /** The text by which uses of the file's URL are found (`stemOf`). */
  media: { stem: string };
  admin: { must_change: number; password_time: string | null };
}

export type Tables = {
  [N in EntityName]: EntityTable<Entities[N]['fields']> & (N extends keyof ExtraColumns ? ExtraColumns[N] : object);
} & OwnTables;

export type Db = Kysely<Tables>;

export interface SessionWrites {
  id: number;
  /** How many writes the session has committed, as the primary says. */
  writes: number;
}

/** A copy of PostgreSQL that follows it (`READ_DATABASE_URL`), for reads outside of transactions. */
export interface Replica {
  /**
   * The replica, if it follows closely and has all that this session has written; else the primary has to be read.
   * @param session undefined for visitors
   */
  forReading(session?: SessionWrites): Promise<Db | undefined>;
  /** How many seconds the replica is behind; NaN while that cannot be known. */
  lag(): number;
  /** Checks at once whether the replica can be read. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

export interface Database {
  kind: 'sqlite' | 'postgres';
  db: Db;
  /** Runs `work` in one transaction, which has the write lock on SQLite. It is committed completely or not at all. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** The replica of PostgreSQL, if READ_DATABASE_URL names one. */
  replica?: Replica;
  /** How many callers wait for a connection, or on SQLite for their turn to write. */
  waiting(): number;
  close(): Promise<void>;
}

export type Row = Record<string, unknown> & { id: number };

export type AnyTables = Record<string, Record<string, unknown>>;
export const generic = (db: Db) => db as unknown as Kysely<AnyTables>;

export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Whether `strpos` or `instr` found something. PostgreSQL's planner takes `= 1` for rare, but `> 0` for true of a third
 * of the rows, and would then plan each search anew, which takes 0.3 ms.
 */
const isFound = (db: Db, place: Expression<unknown>) =>
  isPostgres(db) ? sql<boolean>`least(coalesce(${place}, 0), 1) = 1` : sql<boolean>`${place} > 0`;

/** Whether a text contains another, letter by letter. */
export const containsExactly = (db: Db, text: Expression<unknown>, part: unknown) =>
  isFound(db, sql`${sql.raw(isPostgres(db) ? 'strpos' : 'instr')}(${text}, ${part})`);

/**
 * Whether a text contains another, whatever the case of A to Z. (`like` takes as long as the product of their lengths
 * if characters repeat.)
 * @param part in lower case
 */
export const contains = (db: Db, text: Expression<unknown>, part: unknown) =>
  containsExactly(db, sql`lower(${text})`, part);

/**
 * Whether a text contains a word that is searched for.
 * @param word in its `searchForm`
 */
export const containsWord = (db: Db, text: Expression<unknown>, word: unknown) => {
  const place = isPostgres(db)
    ? sql`case when getdatabaseencoding() = 'UTF8' then strpos(lower(normalize(${text}, nfkc)), ${word}) else 0 end`
    : sql`instr(search_form(${text}), ${word})`;
  // Most texts that are compared hold the word as it is, and their form takes longer to make.
  return sql<boolean>`(${contains(db, text, word)} or ${isFound(db, place)})`;
};

/** Locks the selected rows until the transaction ends. On SQLite a transaction is the only writer from its start. */
export const locking = <Query extends { forNoKeyUpdate(): Query }>(db: Db, query: Query): Query =>
  isPostgres(db) ? query.forNoKeyUpdate() : query;
