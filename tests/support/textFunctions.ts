import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../server/database/index.ts';
import { makeStorage } from './server.ts';

/** All characters of Unicode's first plane and some beyond, seven to a text. */
function everyCharacter(): string[] {
  const codes = Array.from({ length: 0x1_1000 }, (_, code) => code).filter(
    (code) => code > 0 && (code < 0xd800 || code > 0xdfff),
  );
  return Array.from({ length: Math.ceil(codes.length / 7) }, (_, at) =>
    String.fromCodePoint(...codes.slice(at * 7, at * 7 + 7)),
  );
}

/** @returns how many texts were tried, and those for which PostgreSQL's function of this name returns something else than `expected` */
export async function compareOnPostgres(name: string, expected: (text: string) => string, more: string[]) {
  const storage = await makeStorage('postgres');
  onTestFinished(storage.remove);
  const { db, close } = await openDatabase(storage);
  onTestFinished(close);
  const { rows } = await sql<{ held: string; result: string }>`
    select held, ${sql.raw(name)}(held) as result
    from json_array_elements_text(${JSON.stringify([...more, ...everyCharacter()])}::json) as held`.execute(db);
  return { tried: rows.length, differing: rows.filter(({ held, result }) => result !== expected(held)) };
}
