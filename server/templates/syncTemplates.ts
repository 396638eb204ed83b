import { template as templateEntity } from '../../contract/entities/template.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { newRecordStamps } from '../core/clock.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import { type Database, type Db, generic } from '../database/tables.ts';
import { asProgram } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { type Found, readManifests } from './readManifests.ts';

type Row = Awaited<ReturnType<typeof readTemplates>>[number];

export const readTemplates = (db: Db) => lifecycle.readAll(asProgram(db), templateEntity);

const described = ({ type, model, device, path }: Found | Row) => ({ type, model, device, path });
const placeOf = ({ type, model, device }: Pick<Found, 'type' | 'model' | 'device'>) => `${type} ${model} ${device}`;

/** A template whose files are gone stays, marked as missing, while it is in use or a column names it. */
export async function syncTemplates(
  database: Database,
  dataDir: string,
  complain: (why: string) => void,
): Promise<void> {
  const found = await readManifests(dataDir, complain);
  // Usually there is nothing to write.
  if ((await planOf(database.db, found)).length === 0) return;
  await database.transaction(async (db) => {
    await oneAtATime(db, 'templates');
    for (const step of await planOf(db, found)) await step(db);
    await bumpVersion(db, templateEntity.name);
  });
}

type Step = (db: Db) => Promise<unknown>;

async function planOf(db: Db, found: Found[]): Promise<Step[]> {
  const rows = await readTemplates(db);
  const byIdent = new Map(rows.map((row) => [row.ident, row]));
  const there = new Set(found.map(({ ident }) => ident));
  const named = await namedByColumns(db);
  const used = new Set(rows.filter((row) => row.is_use && there.has(row.ident)).map(placeOf));
  const steps: Step[] = [];
  for (const each of found) {
    const row = byIdent.get(each.ident);
    const isFirst = !used.has(placeOf(each));
    used.add(placeOf(each));
    if (!row) steps.push(insert(each, isFirst));
    else {
      const is_use = isFirst || row.is_use ? 1 : 0;
      const next = { ...described(each), thumb: row.thumb || each.thumb, found: 1, is_use };
      const isSame = Object.entries(next).every(([name, value]) => row[name as keyof Row] === value);
      if (!isSame) steps.push(update(row.id, next));
    }
  }
  for (const row of rows.filter(({ ident }) => !there.has(ident))) {
    const isReplaced = used.has(placeOf(row));
    if (!named.has(row.id) && (isReplaced || !row.is_use)) steps.push(remove(row.id));
    else if (row.found || (isReplaced && row.is_use))
      steps.push(update(row.id, { found: 0, is_use: isReplaced ? 0 : row.is_use }));
  }
  return steps;
}

async function namedByColumns(db: Db): Promise<Set<number | null>> {
  const rows = await db.selectFrom('column').select(['list_template', 'detail_template']).execute();
  return new Set(rows.flatMap((row) => [row.list_template, row.detail_template]));
}

const now = () => toIsoSeconds(new Date());
const insert =
  (found: Found, isUsed: boolean): Step =>
  (db) =>
    generic(db)
      .insertInto('template')
      .values({ ...found, is_use: isUsed ? 1 : 0, found: 1, ...newRecordStamps() })
      .execute();
const update =
  (id: number, values: Record<string, unknown>): Step =>
  (db) =>
    generic(db)
      .updateTable('template')
      .set({ ...values, update_time: now() })
      .where('id', '=', id)
      .execute();
const remove =
  (id: number): Step =>
  (db) =>
    generic(db).deleteFrom('template').where('id', '=', id).execute();
