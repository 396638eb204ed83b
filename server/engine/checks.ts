import { isDeepStrictEqual } from 'node:util';
import { codecs } from '../../contract/codecs.ts';
import { contradictions } from '../../contract/contradictions.ts';
import { type Entity, maxTreeLevels } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { entityList } from '../../contract/index.ts';
import type { FileItem, ImageItem, Kind } from '../../contract/kinds.ts';
import { isSafeLink } from '../../contract/links.ts';
import { isBirthday } from '../../contract/moment.ts';
import { isOneLine, tidied } from '../../contract/oneLine.ts';
import { joinTags, typedTags } from '../../contract/tags.ts';
import { type FieldErrors, InvalidInput } from '../core/errors.ts';
import { phoneNumberOf } from '../core/textFormats.ts';
import { askedOnce, oneAtATime } from '../database/dataVersion.ts';
import { generic, isPostgres, type Row } from '../database/tables.ts';
import type { UnitOfWork } from './callContext.ts';
import { checkParams, refuse } from './contentParams.ts';
import { checkHtmlOf } from './frameHosts.ts';
import { findItemConflicts } from './itemConflicts.ts';
import { heightOf, levelOf, pathTo } from './tree.ts';
import {
  type Checked,
  checkUnique,
  findOtherWithValue,
  freeSlug,
  lockAndMakeSlug,
  type Verdict,
} from './uniqueValues.ts';
import type { Limited } from './withinLimits.ts';

/**
 * What a schema cannot check; what refuses a value is named if the caller sees it. Generated slugs of new contents may still be taken: they are inserted through `slugsIfFree`.
 * @param before null for a new record
 * @returns the values to store
 * @throws InvalidInput
 */
export async function checkDraft(
  { db, admin, copiedFrom }: Limited & Pick<UnitOfWork, 'db' | 'copiedFrom'>,
  entity: Entity,
  draft: Record<string, unknown>,
  before: Row | null,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  const derived = before
    ? [...movedParams(entity, draft, before), ...slugsToMake(entity, draft, before), ...untidyTexts(entity, before)]
    : alwaysMade(entity);
  const names = new Set([...Object.keys(draft), ...derived]);
  for (const name of names) {
    const field = entity.fields[name];
    if (!field) continue;
    const given = givenOrStored(field, draft[name], before?.[name]);
    let verdict: Verdict = isListTooLong(given, before?.[name])
      ? refuse('field_too_long', { limit: longestList })
      : { value: given };
    for (const check of [checks[field.kind], checkUnique]) {
      if (check && 'value' in verdict && !verdict.skipsUniqueness)
        verdict = await check({ db, admin, entity, name, field, value: verdict.value, draft, before, copiedFrom });
    }
    if ('error' in verdict) errors[name] = verdict.error;
    else if ('errors' in verdict) Object.assign(errors, verdict.errors);
    else values[name] = verdict.value;
  }
  for (const [name, error] of Object.entries(contradictions(entity, draft, before))) errors[name] ??= error;
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return values;
}

/** Of a list of pictures, files or items, in characters of JSON: lists answer them for each record. */
const longestList = 100_000;
const isListTooLong = (value: unknown, before: unknown) => {
  const length = Array.isArray(value) ? JSON.stringify(value).length : 0;
  return length > longestList && length > JSON.stringify(before ?? null).length; // an older one may be made shorter
};

const alwaysMade = ({ fields, calls }: Entity) =>
  Object.keys(fields).filter(
    (name) => fields[name]?.kind === 'slug' || (fields[name]?.kind === 'params' && calls.create),
  );
/** A record that moves to another column must fit that column's parameters. */
const movedParams = ({ fields }: Entity, draft: Record<string, unknown>, before: Row) =>
  'col_id' in draft && draft.col_id !== before.col_id
    ? Object.keys(fields).filter((name) => fields[name]?.kind === 'params')
    : [];
/** Slugs that are still missing, and those whose scope changes, in which they may be taken. */
const slugsToMake = ({ fields }: Entity, draft: Record<string, unknown>, before: Row) =>
  Object.keys(fields).filter((name) => {
    const { kind, unique } = fields[name] as Field;
    const isMoved = Array.isArray(unique) && unique.some((own) => own in draft && draft[own] !== before[own]);
    return kind === 'slug' && (before[name] === '' || isMoved);
  });
/** Texts that were stored as no call stores them any more. */
const untidyTexts = ({ fields, calls }: Entity, before: Row) =>
  Object.keys(calls.update?.params ?? {}).filter((name) => {
    const field = fields[name];
    if (!field || !isTidied(field)) return false;
    const tidy = tidied(field, before[name]);
    return tidy !== before[name] && !isDeepStrictEqual(tidy, before[name]);
  });
const isTidied = (field: Field) => field.kind === 'items' || (field.kind === 'text' && isOneLine(field));

/** Missing parameters come from the record and are checked too, because a new column may require others. */
function givenOrStored(field: Field, given: unknown, stored: unknown): unknown {
  if (field.kind === 'params') return given ?? stored;
  return given === undefined && isTidied(field) ? tidied(field, stored) : given;
}
const recycled = new Set(entityList.filter((entity) => entity.recycle).map((entity) => entity.name));

const link = ({ value }: Checked): Verdict => (isSafeLink(String(value ?? '')) ? { value } : refuse('format_link'));
const links = ({ name, value }: Checked): Verdict => {
  const refused = [...(value as (ImageItem | FileItem)[]).entries()].filter(([, item]) => !isSafeLink(item.url));
  const errors = refused.map(([at]) => [`${name}.${at}.url`, { key: 'format_link' as const }]);
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { value };
};

function telephone(typed: string): Verdict {
  const number = phoneNumberOf(typed);
  return number === '' || /^\+?\d+$/.test(number) ? { value: number } : refuse('format_phone');
}

const checks: Partial<Record<Kind, (checked: Checked & Limited) => Verdict | Promise<Verdict>>> = {
  text: (checked) => {
    const { field, value, before, copiedFrom, name } = checked;
    if (field.tags) return { value: joinTags(typedTags(value, (before ?? copiedFrom)?.[name])) };
    if (field.phone) return telephone(String(value ?? ''));
    if (field.birth && value && !isBirthday(String(value))) return refuse('format_birthday');
    return field.link ? link(checked) : { value };
  },
  image: link,
  file: link,
  images: links,
  files: links,
  html: async ({ db, value }) => {
    const html = String(value ?? '');
    return html === '' ? { value: '' } : checkHtmlOf(db, html);
  },
  slug: async (checked) => {
    const { name, value, draft, before } = checked;
    if (value) return { value };
    if (!before && checked.field.redirects) return { value: await lockAndMakeSlug(checked), skipsUniqueness: true };
    const current = name in draft ? '' : before?.[name];
    const isCurrentFree = current && (await findOtherWithValue(checked, current)) === undefined;
    return { value: isCurrentFree ? current : await freeSlug(checked), skipsUniqueness: true };
  },
  items: async (checked) => {
    const { entity, before } = checked;
    const items = (checked.value ?? []) as (Item | null)[];
    const errors = await findItemConflicts(checked, entity, checked.name, items, before?.id ?? null);
    for (const [name, field] of Object.entries(checked.field.of ?? {})) {
      for (const [at, item] of items.entries()) {
        const verdict = item && (await checks[field.kind]?.({ ...checked, field, value: item[name] ?? null }));
        if (verdict && 'error' in verdict) errors[`${checked.name}.${at}.${name}`] = verdict.error;
      }
    }
    return Object.keys(errors).length > 0 ? { errors } : { value: asStored(checked.field, items) };
  },
  params: async ({ db, entity, name, value, draft, before }) => {
    const owner = { ...before, ...draft };
    const paramOwner = { cid: owner.col_id, sid: entity.calls.create ? 0 : Number(before?.id ?? 0) };
    const { values, errors } = await checkParams(db, paramOwner, value as Record<string, unknown> | undefined);
    const named = Object.entries(errors).map(([param, error]) => [`${name}.${param}`, error]);
    return named.length > 0 ? { errors: Object.fromEntries(named) } : { value: values };
  },
  ref: async (checked) => {
    if (!(await exist(checked, [checked.value]))) return refuse('field_no_record');
    return (await checkTreePosition(checked)) ?? { value: checked.value };
  },
  refs: async (checked) =>
    (await exist(checked, checked.value as number[])) ? { value: checked.value } : refuse('field_no_record'),
};

type Item = Record<string, unknown>;

/** Items in their stored form: blank ones dropped, money with two places. */
function asStored({ of = {} }: Field, items: (Item | null)[]): Item[] {
  const written = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    of[name]?.kind === 'money' ? codecs.money.decode(value) : value,
  ];
  return items.flatMap((item) => (item ? [Object.fromEntries(Object.entries(item).map(written))] : []));
}

/**
 * Two simultaneous moves could put each record under the other, so the second one waits. What is too deep already may move up.
 * @returns a refusal, if there is one
 */
async function checkTreePosition(checked: Checked): Promise<Verdict | undefined> {
  const { db, entity, field, name, value, before } = checked;
  if (!entity.tree || field.entity !== entity.name || !value || Number(before?.[name]) === Number(value))
    return undefined;
  await oneAtATime(db, `${entity.name} tree`);
  const tooDeep = refuse('tree_deep', { limit: maxTreeLevels });
  if (!before) {
    const isFull = (await levelOf(db, entity, Number(value), maxTreeLevels)) === maxTreeLevels;
    return isFull ? tooDeep : undefined;
  }
  const above = await pathTo(db, entity, Number(value));
  if (above.includes(before.id)) return refuse('under_itself');
  const level = above.length + 1;
  const isInside = level + (await heightOf(db, entity, before.id, maxTreeLevels + 1)) - 1 <= maxTreeLevels;
  const movesUp = isInside || level < (await pathTo(db, entity, before.id)).length;
  return movesUp ? undefined : tooDeep;
}

async function exist({ db, field, draft, before }: Checked, wanted: unknown[]): Promise<boolean> {
  const ids = [...new Set(wanted.filter((id) => id !== null && id !== undefined))];
  if (ids.length === 0) return true;
  const among = Object.entries(field.where ?? {}).map(([name, value]) => [name, [value].flat()] as const);
  const equal = Object.entries(field.match ?? {}).map(
    ([name, own]) => [name, (own in draft ? draft[own] : before?.[own]) ?? null] as const,
  );
  return askedOnce(db, field.entity as string, JSON.stringify([ids, among, equal]), async () => {
    let found = generic(db)
      .selectFrom(field.entity as string)
      .select('id')
      .where('id', 'in', ids);
    for (const [name, values] of among) found = found.where(name, 'in', values);
    for (const [name, value] of equal) found = found.where(name, value === null ? 'is' : '=', value);
    const isRecycled = recycled.has(field.entity as string);
    if (isRecycled) found = found.where('deleted_at', 'is', null);
    // Before this record is saved the target must neither go to the recycle bin nor stop matching. SQLite has only one writer.
    if (isPostgres(db) && (isRecycled || field.match)) found = found.forShare();
    return (await found.execute()).length === ids.length;
  });
}
