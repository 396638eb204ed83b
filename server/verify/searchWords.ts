import { sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { searchTable } from '../database/derived/scaled.ts';
import { expectedTokens, recordOfEntry } from '../database/derived/searchIndex.ts';
import { type Db, generic } from '../database/tables.ts';

/**
 * On SQLite: the ids of records with other words in the search index. The index stores no texts, so the digests of a
 * record's words and of its entry's, each with its position, are added up and compared.
 */
export async function differingWords(db: Db, entity: Entity): Promise<number[]> {
  const digests = openDigests();
  for await (const { id, tokens } of streamed<{ id: number; tokens: string }>(db, expectedTokens(entity))) {
    digests.begin(id);
    let at = 0;
    for (const token of tokens.split(' ')) if (token !== '') digests.add(token, at++);
  }
  // The table lists the words of an index (FTS5, "The fts5vocab Virtual Table Module").
  await sql`create virtual table temp.search_words using fts5vocab('main', ${sql.table(searchTable(entity))}, 'instance')`.execute(
    db,
  );
  const words = `select ${recordOfEntry('doc')} as id, term, offset from temp.search_words`;
  for await (const { id, term, offset } of streamed<{ id: number; term: string; offset: number }>(db, words))
    digests.take(id, term, offset);
  await sql`drop table temp.search_words`.execute(db);
  return digests.differing();
}

const streamed = <T>(db: Db, query: string) =>
  generic(db)
    .selectFrom(sql<Record<string, unknown>>`(${sql.raw(query)})`.as('streamed'))
    .selectAll()
    .stream() as unknown as AsyncIterable<T>;

const first = 1 << 16;

/** Two sums of 32 bits for each record: `begin` its words in the order of ids, and take away those of the index. */
function openDigests() {
  let [ids, low, high] = [new Float64Array(first), new Uint32Array(first), new Uint32Array(first)];
  let length = 0;
  const known = new Map<string, readonly [number, number]>();
  const digestOf = (token: string) => {
    const found = known.get(token);
    if (found) return found;
    if (known.size > first) known.clear();
    const digest = [hashed(token, 0x811c9dc5), hashed(token, 0x9747b28c)] as const;
    known.set(token, digest);
    return digest;
  };
  const change = (at: number, sign: 1 | -1, token: string, offset: number) => {
    const [one, other] = digestOf(token);
    low[at] = (low[at] ?? 0) + sign * mixed(one, offset);
    high[at] = (high[at] ?? 0) + sign * mixed(other, offset);
  };
  const indexOf = (id: number) => {
    let [from, to] = [0, length - 1];
    while (from <= to) {
      const middle = (from + to) >>> 1;
      const found = ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) from = middle + 1;
      else to = middle - 1;
    }
    return -1;
  };
  return {
    begin: (id: number) => {
      if (length === ids.length) [ids, low, high] = [doubled(ids), doubled(low), doubled(high)];
      ids[length++] = id;
    },
    add: (token: string, offset: number) => change(length - 1, 1, token, offset),
    take: (id: number, token: string, offset: number) => {
      const at = indexOf(id);
      if (at >= 0) change(at, -1, token, offset);
    },
    differing: () => Array.from(ids.subarray(0, length)).filter((_, at) => low[at] !== 0 || high[at] !== 0),
  };
}

function doubled<T extends Float64Array | Uint32Array>(values: T): T {
  const larger = new (values.constructor as new (length: number) => T)(values.length * 2);
  larger.set(values);
  return larger;
}

/** FNV-1a. */
function hashed(token: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function mixed(hash: number, offset: number): number {
  const mixed = Math.imul(hash ^ Math.imul(offset + 1, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
