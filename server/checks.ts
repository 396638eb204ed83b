import type { Entity } from '../contract/entity.ts';
import type { Field } from '../contract/fields.ts';
import { entityList } from '../contract/index.ts';
import type { FileItem, ImageItem, Kind } from '../contract/kinds.ts';
import { oneAtATime } from './database/generation.ts';
import { generic, isPostgres, type Row } from './database/generic.ts';
import { toColumn } from './database/storage.ts';
import type { Db } from './database/tables.ts';
import { type FieldErrors, InvalidInput } from './errors.ts';
import { isSafeLink } from './services/link.ts';
import { slugFrom } from './services/slug.ts';

interface Checked {
  db: Db;
  entity: Entity;
  name: string;
  field: Field;
  value: unknown;
  /** All values of the draft, and the record that it changes, if it changes one. */
  draft: Record<string, unknown>;
  before: Row | null;
}
type Verdict = { value: unknown } | { error: FieldErrors[string] };

/**
 * What a schema cannot see of a draft: links, references, unique values, HTML, names for URLs.
 * @param before the record that the draft changes, or null for a new one
 * @returns the values as they are stored
 * @throws InvalidInput with every refused field, not the first
 */
export async function checkDraft(
  db: Db,
  entity: Entity,
  draft: Record<string, unknown>,
  before: Row | null,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  const names = new Set([...Object.keys(draft), ...(before ? [] : slugsOf(entity))]);
  for (const name of names) {
    const field = entity.fields[name];
    if (!field) continue;
    let verdict: Verdict = { value: draft[name] };
    for (const check of [checks[field.kind], uniqueness]) {
      if (check && 'value' in verdict)
        verdict = await check({ db, entity, name, field, value: verdict.value, draft, before });
    }
    if ('error' in verdict) errors[name] = verdict.error;
    else values[name] = verdict.value;
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return values;
}

const slugsOf = (entity: Entity) => Object.keys(entity.fields).filter((name) => entity.fields[name]?.kind === 'slug');
const recycled = new Set(entityList.filter((entity) => entity.recycle).map((entity) => entity.name));
const refuse = (key: FieldErrors[string]['key']): Verdict => ({ error: { key } });

const link = ({ value }: Checked): Verdict => (isSafeLink(String(value ?? '')) ? { value } : refuse('field_link'));
const links = ({ value }: Checked): Verdict =>
  (value as (ImageItem | FileItem)[]).every((item) => isSafeLink(item.url)) ? { value } : refuse('field_link');

// Tags that are never closed cost time in the square of their number: half a second for these.
const mostTags = 50_000;

const checks: Partial<Record<Kind, (checked: Checked) => Verdict | Promise<Verdict>>> = {
  text: (checked) => (checked.field.link ? link(checked) : { value: checked.value }),
  image: link,
  file: link,
  images: links,
  files: links,
  html: async ({ value }) => {
    const html = String(value ?? '');
    if (html === '') return { value: '' };
    // Loaded on first use: reading needs none of its 13 MB.
    const { sanitizeHtml } = await import('./services/html.ts');
    if ((html.match(/<[a-z]/gi)?.length ?? 0) <= mostTags) return { value: sanitizeHtml(html) };
    return { error: { key: 'field_too_many', values: { limit: mostTags } } };
  },
  slug: async (checked) => ({ value: checked.value || (await freeSlug(checked)) }),
  ref: async (checked) =>
    (await exist(checked, [checked.value])) ? { value: checked.value } : refuse('field_no_record'),
  refs: async (checked) =>
    (await exist(checked, checked.value as number[])) ? { value: checked.value } : refuse('field_no_record'),
};

async function exist({ db, field }: Checked, wanted: unknown[]): Promise<boolean> {
  const ids = [...new Set(wanted.filter((id) => id !== null && id !== undefined))];
  if (ids.length === 0) return true;
  let found = generic(db)
    .selectFrom(field.entity as string)
    .select('id')
    .where('id', 'in', ids);
  for (const [name, value] of Object.entries(field.where ?? {})) found = found.where(name, '=', value);
  if (recycled.has(field.entity as string)) {
    found = found.where('deleted_at', 'is', null);
    // Held, so that it is not sent to the recycle bin before this record is there. SQLite has one writer.
    if (isPostgres(db)) found = found.forShare();
  }
  return (await found.execute()).length === ids.length;
}

async function uniqueness(checked: Checked): Promise<Verdict> {
  const { field, value } = checked;
  if (!field.unique || value === '' || value === null || value === undefined) return { value };
  return (await isTaken(checked, value)) ? refuse('field_taken') : { value };
}

async function isTaken({ db, entity, name, field, before }: Checked, value: unknown): Promise<boolean> {
  let others = generic(db).selectFrom(entity.name).select('id').where(name, '=', toColumn(field, value));
  if (before) others = others.where('id', '<>', before.id);
  if (entity.recycle) others = others.where('deleted_at', 'is', null);
  return (await others.executeTakeFirst()) !== undefined;
}

async function freeSlug(checked: Checked): Promise<string> {
  await oneAtATime(checked.db, `${checked.entity.name} names`);
  const from = checked.field.from as string;
  const base = await slugFrom(String(checked.draft[from] ?? checked.before?.[from] ?? ''));
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}-${n}`;
    if (!(await isTaken(checked, name))) return name;
  }
}
