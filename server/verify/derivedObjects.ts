import { sql } from 'kysely';
import {
  build,
  type DerivedPart,
  definitionOf,
  derivedParts,
  dropReplacedIndexes,
  objectsOf,
} from '../database/derived/index.ts';
import type { Db } from '../database/tables.ts';
import { type Difference, inSnapshot } from './check.ts';

/** Derived tables, their triggers, search and order indexes: whether all are there, and as this version makes them. */
export const checkDerivedObjects = inSnapshot(async (db, { store }) => {
  const there = await objectsOf(db, store.kind);
  const known = new Map(
    (await db.selectFrom('derived').selectAll().execute()).map(({ name, definition }) => [name, definition]),
  );
  const flaws = await flawsIn[store.kind](db);
  return derivedParts(store.kind).flatMap((part): Difference[] => {
    const missing = part.objects.filter((object) => !there.has(object));
    const broken = part.objects.filter((object) => !missing.includes(object) && flaws(part, object));
    const sentences = [
      ...(missing.length > 0 ? [`${part.name}: not there: ${missing.join(', ')}.`] : []),
      ...(broken.length > 0 ? [`${part.name}: changed or switched off: ${broken.join(', ')}.`] : []),
      ...(known.get(part.name) !== definitionOf(part) ? [`${part.name}: made by another version.`] : []),
    ];
    if (sentences.length === 0) return [];
    const mend = async () => {
      await store.load((tx) => build(tx, part));
      await store.load(async (tx) => {
        await dropReplacedIndexes(tx, store.kind);
      });
    };
    return [{ sentence: sentences.join(' '), mend }];
  });
});

type Flaws = (part: DerivedPart, object: string) => boolean;

/** SQLite keeps the text of a statement but for its first words. */
const spelled = (statement: string) => statement.replace(/\s+/g, ' ').toLowerCase();

const flawsIn: Record<'sqlite' | 'postgres', (db: Db) => Promise<Flaws>> = {
  sqlite: async (db) => {
    const { rows } = await sql<{ name: string; text: string }>`
      select name, sql as text from sqlite_master where sql is not null`.execute(db);
    const texts = new Map(rows.map(({ name, text }) => [name, spelled(text)]));
    return ({ make }, object) => !make.some((statement) => spelled(statement) === texts.get(object));
  },
  postgres: async (db) => {
    const { rows } = await sql<{ name: string }>`
      select tgname as name from pg_trigger where tgenabled = 'D'
      union select relname from pg_class join pg_index on indexrelid = pg_class.oid where not indisvalid`.execute(db);
    const off = new Set(rows.map(({ name }) => name));
    const bodies = await sql<{ name: string; body: string }>`
      select proname as name, prosrc as body from pg_proc where pronamespace = current_schema()::regnamespace`.execute(
      db,
    );
    const functions = new Map(bodies.rows.map(({ name, body }) => [name, body]));
    const hasOtherBody = (statement: string) => {
      const [head = '', body] = statement.split('$$');
      const name = /^create (?:or replace )?function "?(\w+)"?/.exec(head)?.[1] ?? '';
      return body !== undefined && functions.get(name) !== body;
    };
    return ({ make, objects }, object) => off.has(object) || (object === objects[0] && make.some(hasOtherBody));
  },
};
