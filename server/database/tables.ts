import type { Generated, Kysely } from 'kysely';
import type { Field, Fields } from '../../contract/fields.ts';
import type { Entities, EntityName } from '../../contract/index.ts';

/** What a column of each kind holds: flags 0/1, times ISO text, money minor units, lists and objects JSON text. */
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
  [N in keyof F]: Stored<F[N]>;
};

interface SessionTable {
  id: Generated<number>;
  token_hash: string;
  admin_id: number;
  ip: string;
  user_agent: string;
  create_time: string;
  last_seen: string;
  expires: string;
}

interface OwnTables {
  session: SessionTable;
  /** Second factors; the secret is sealed, `last_step` the last 30 seconds whose code was used. */
  totp: {
    admin_id: number;
    pending: number;
    secret: string;
    last_step: Generated<number>;
    /** Of a pending one: the session that began it. */
    session_id: number | null;
    create_time: string;
  };
  /** Keyed hashes of the recovery codes that are left. */
  recovery_code: { admin_id: number; pending: number; hash: string };
  /** From where an administrator signed in of late. */
  known_network: { admin_id: number; network: string; last_seen: string };
  /** The last code of each number; number and code as keyed hashes. */
  sms_code: { number: string; hash: string; until: string; guesses: number };
  /** What each administrator has set of the console; values are JSON text. */
  preference: { admin_id: number; name: string; value: string; update_time: string };
  /** Replies kept for a repeat of the same write. */
  idempotency: {
    admin_id: number;
    key: string;
    request_hash: string;
    reply: string | null;
    create_time: string;
  };
  /** Counted attempts per account or peer, within a window. */
  attempt: { key: string; count: number; until: string };
  /** Where a file of the library is used: fields of records, items of the configuration (`derived/uses.ts`). */
  media_use: { entity: string; record_id: number; field: string; stem: string };
  /** Grows with each write to an entity: what was counted under an older number is counted again. */
  generation: { entity: string; n: number };
  /** What was made of the entities' tables (`derived/`), each with the statements that made it. */
  derived: { name: string; definition: string };
  /** What takes back an import that is under way, a row a step (`csv/importUndo.ts`); `owner` is its process. */
  import_step: { run: string; n: number; owner: string; entity: string; undo: string; create_time: string };
  /** One row: when old rows of logs were looked for last, and since when the clock has gone on evenly. */
  log_cleaning: { id: number; last: string; even_since: string };
  role_rule_method: { owner_id: number; ref_id: number };
  /** Which imported record became which, so that an import run twice changes nothing. */
  import_origin: { source: string; source_id: string; entity: string; entity_id: number };
}

/** The columns that the tables have beyond the entities' fields. */
interface ExtraColumns {
  /** By what the record is found in texts that hold its URL (`stemOf`). */
  media: { stem: string };
  admin: { must_change: number; password_time: string | null };
}

export type Tables = {
  [N in EntityName]: EntityTable<Entities[N]['fields']> & (N extends keyof ExtraColumns ? ExtraColumns[N] : object);
} & OwnTables;

export type Db = Kysely<Tables>;

export interface Database {
  kind: 'sqlite' | 'postgres';
  /** For reads. */
  db: Db;
  /** Runs `work` in one transaction that holds the write lock on SQLite; all of it is committed or none. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
