import { expressionBuilder, sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { createYield } from '../core/turns.ts';
import { itemValuesTable, normalizedItemValue, uniqueItemFields } from '../database/derived/itemValues.ts';
import { namesBesideLabel, searchedOf, searchedText } from '../database/derived/scaled.ts';
import { isSpelledWord } from '../database/derived/spelling.ts';
import { lowered, searchForm } from '../database/derived/sqlFunctions.ts';
import { idParams, idValues, type Param, preparedAs, sizeFor } from '../database/statements.ts';
import { type AnyTables, contains, containsWord, type Db, generic, isPostgres } from '../database/tables.ts';
import type { Caller } from '../engine/callContext.ts';
import { anyMatchedIds, matchedIds } from '../engine/list/matchedIds.ts';
import { mayBePinyin, notDeleted, pinyinCondition, pinyinValue } from '../engine/list/queryFilter.ts';
import { selectRows } from '../engine/list/rows.ts';
import { total } from '../engine/list/totals.ts';
import { hiddenFields, limitConditions } from '../engine/withinLimits.ts';

export interface Found {
  id: number;
  title: string;
  /**
   * 0 if the label or another name or code equals the text, 1 if the label begins with it, 2 if it contains it, 3 if pinyin, initials
   * or another name or code contain it.
   */
  rank: number;
}

const few = 500;
const newest = 100;
const newestAmong = 20_000;

/**
 * Best matches first, then newest. If hundreds match, only the name index's best and the newest are considered. Pinyin may be typed
 * with blanks or apostrophes between its syllables.
 */
export async function findByLabel(caller: Caller, entity: Entity, text: string, most: number): Promise<Found[]> {
  const found = await findByPhrase(caller, entity, text, most);
  const joined = text.replace(/[\s'’]+/g, '');
  if (joined === text || !isSpelledWord(searchForm(joined)) || found.length >= most) return found;
  const ids = new Set(found.map(({ id }) => id));
  const spelled = (await findByPhrase(caller, entity, joined, most)).filter(({ id }) => !ids.has(id));
  return [...found, ...spelled].slice(0, most);
}

async function findByPhrase(caller: Caller, entity: Entity, text: string, most: number): Promise<Found[]> {
  const { db } = caller;
  const hidden = hiddenFields(caller, entity);
  const texts = searchedOf(entity).filter((name) => !hidden.includes(name));
  const names = namesBesideLabel(entity).filter((name) => texts.includes(name));
  const asked = { text, most, names, pinyin: mayBePinyin(entity, [searchForm(text)], texts) };
  if (isNarrowed(caller, entity)) return ranked(db, entity, asked, await limitedIds(caller, entity, text));
  if (!entity.fields[entity.label]?.search) return ranked(db, entity, { ...asked, pinyin: false });
  const found = await total(caller, entity, { searchKey: text });
  if (found === 0) return [];
  if (found <= few) return ranked(db, entity, asked, await matchedIds(db, entity, text));
  return ranked(db, entity, asked, await bestIds(db, entity, text));
}

/** Whether a role's limits hide some of these records, or a field in which words are looked for. */
const isNarrowed = (caller: Caller, entity: Entity) =>
  limitConditions(caller, entity, expressionBuilder<AnyTables, string>()).length > 0 ||
  hiddenFields(caller, entity).some((name) => searchedOf(entity).includes(name));

/** The newest that match of those that a role's limits leave; all of an entity whose names no index has, which are few. */
async function limitedIds(caller: Caller, entity: Entity, text: string): Promise<number[]> {
  const isLabelSearched = entity.fields[entity.label]?.search;
  const query = isLabelSearched ? { searchKey: text, sort: 'id', order: 'desc' } : {};
  const rows = await selectRows(caller, entity, query, {
    ...(isLabelSearched && { limit: few, offset: 0 }),
    heavy: false,
    onlyIds: true,
  });
  return rows.map(({ id }) => Number(id));
}

/** Whether a name begins with a text, for the values of `valuesOf`. */
const startsWith = (entity: Entity, param: Param) => {
  const label = sql`lower(${sql.ref(entity.label)})`;
  return sql<boolean>`(${label} >= ${param('is')} and ${label} < ${param('below')})`;
};

const valuesOf = (text: string) => {
  const is = lowered(text);
  // U+10FFFF sorts after every other character.
  return { is, below: `${is}\u{10ffff}`, word: searchForm(text), line: `\n${is}\n` };
};

interface Asked {
  text: string;
  most: number;
  /** Those of `namesBesideLabel` that the caller sees. */
  names: string[];
  /** Names that are spelled so are found, too. */
  pinyin: boolean;
}

/** A match with what it is ordered by. */
interface Ranked extends Found {
  /** The length of the label if it begins with the text, otherwise 0: shorter labels come first. */
  length: number;
}

/** SQLite runs a query without a pause, and a list of items may be long. */
const rankedAtOnce = 50;

function partsOf(db: Db, { fields }: Entity, names: string[], ids: number[]): number[][] {
  const all = [...new Set(ids)];
  if (isPostgres(db) || !names.some((name) => fields[name]?.of)) return [all];
  const parts: number[][] = [];
  for (let at = 0; at < all.length; at += rankedAtOnce) parts.push(all.slice(at, at + rankedAtOnce));
  return parts;
}

async function ranked(db: Db, entity: Entity, asked: Asked, ids?: number[]): Promise<Found[]> {
  if (ids?.length === 0) return [];
  const letOthersIn = createYield(db);
  const found: Ranked[] = [];
  for (const part of ids ? partsOf(db, entity, asked.names, ids) : [undefined]) {
    await letOthersIn();
    found.push(...(await rankedPart(db, entity, asked, part)));
  }
  const best = found.toSorted((one, other) => one.rank - other.rank || one.length - other.length || other.id - one.id);
  return best.slice(0, asked.most).map(({ id, title, rank }) => ({ id, title, rank }));
}

async function rankedPart(
  db: Db,
  entity: Entity,
  { text, most, names, pinyin }: Asked,
  ids: number[] | undefined,
): Promise<Ranked[]> {
  const size = ids && sizeFor(ids);
  const find = preparedAs<Ranked>(`ranked,${entity.name},${size},${names},${pinyin}`, (on, param) => {
    const title = sql.ref<string>(entity.label);
    const isStart = startsWith(entity, param);
    const otherTexts = names.map((name) => sql.raw<string>(searchedText(entity, name)));
    const isOther = otherTexts.map((other) => sql`or ${contains(on, sql`'\n' || ${other} || '\n'`, param('line'))}`);
    const rank = sql<number>`case when lower(${title}) = ${param('is')} ${sql.join(isOther, sql` `)} then 0 when ${isStart} then 1
      when ${containsWord(on, title, param('word'))} then 2 else 3 end`;
    const length = sql<number>`case when ${isStart} then length(${title}) else 0 end`;
    // Written so that no index applies; otherwise SQLite would read all of that index.
    const stillLive = entity.recycle ? [sql<boolean>`coalesce(deleted_at, '') = ''`] : [];
    return generic(on)
      .selectFrom(entity.name)
      .select(['id', title.as('title'), rank.as('rank'), length.as('length')])
      .where((where) =>
        where.and(size ? [where('id', 'in', idParams(param, size)), ...stillLive] : notDeleted(where, entity)),
      )
      .where((where) => {
        const holds = [title, ...otherTexts].map((text) => containsWord(on, text, param('word')));
        return where.or([...holds, ...(pinyin ? [pinyinCondition({ db: on, entity }, param)] : [])]);
      })
      .orderBy('rank')
      .orderBy('length')
      .orderBy('id', 'desc')
      .limit(param('most'));
  });
  const spelled = pinyin && { pinyin: pinyinValue(db, [searchForm(text)]) };
  return find(db, { ...valuesOf(text), most, ...(ids && idValues(ids)), ...spelled });
}

async function bestIds(db: Db, entity: Entity, text: string): Promise<number[]> {
  const find = preparedAs<{ id: number }>(`best names,${entity.name}`, (on, param) => {
    const label = sql`lower(${sql.ref(entity.label)})`;
    const named = generic(on)
      .selectFrom(entity.name)
      .select('id')
      .where((where) => where.and(notDeleted(where, entity)))
      .where(startsWith(entity, param));
    // PostgreSQL uses the index only if the order names all its columns.
    return (entity.recycle ? named.orderBy('deleted_at') : named).orderBy(label).limit(newest);
  });
  const rows = await find(db, valuesOf(text));
  const best = [...rows.map(({ id }) => Number(id)), ...(await idsWithItem(db, entity, text))];
  if (!isPostgres(db)) return [...best, ...(await matchedIds(db, entity, text, newest))];
  // To spell the names of all these records, or to read their codes, would take a second.
  const isFoundOtherwise = isSpelledWord(searchForm(text)) || namesBesideLabel(entity).length > 0;
  const others = isFoundOtherwise ? await anyMatchedIds(db, entity, text, newest) : [];
  return [...best, ...(await latestIds(db, entity, text)), ...others];
}

/** The ids of the records that have exactly this value in an item, such as a SKU. */
async function idsWithItem(db: Db, entity: Entity, text: string): Promise<number[]> {
  if (uniqueItemFields(entity).length === 0) return [];
  const find = preparedAs<{ id: number }>(`with item,${entity.name}`, (on, param) =>
    generic(on)
      .selectFrom(itemValuesTable(entity))
      .select('record_id as id')
      .where('value', '=', param('value'))
      .limit(newest),
  );
  const rows = await find(db, { value: normalizedItemValue(text) });
  return rows.map(({ id }) => Number(id));
}

async function latestIds(db: Db, entity: Entity, text: string): Promise<number[]> {
  const find = preparedAs<{ id: number }>(`latest names,${entity.name}`, (on, param) => {
    const first = generic(on)
      .selectFrom(entity.name)
      .select(['id', entity.label])
      .where((where) => where.and(notDeleted(where, entity)))
      .orderBy('id', 'desc')
      .limit(newestAmong);
    return generic(on)
      .selectFrom(first.as('first'))
      .select('id')
      .where(containsWord(on, sql.ref(entity.label), param('word')))
      .orderBy('id', 'desc')
      .limit(newest);
  });
  return (await find(db, valuesOf(text))).map(({ id }) => Number(id));
}
