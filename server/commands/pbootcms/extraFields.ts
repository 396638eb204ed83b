import { contentParam, type paramTypes } from '../../../contract/entities/contentParam.ts';
import { isSafeLink } from '../../../contract/links.ts';
import { originOf } from './columns.ts';
import type { Images } from './images.ts';
import { modelsOf } from './models.ts';
import type { PreparedRecord } from './records.ts';
import type { Source, SourceColumn } from './source.ts';
import { chinaTime, sortOf } from './values.ts';

type Type = (typeof paramTypes)[number];
interface ExtraField {
  name: string;
  title: string;
  type: Type;
  options: string[];
  required: 0 | 1;
  sort: number;
}

/** PbootCMS's numbers for input types (its apps/admin/view, `extfield`). */
const types: Record<string, Type> = {
  '1': 'text',
  '2': 'longtext',
  '3': 'choice',
  '4': 'choices',
  '5': 'image',
  '6': 'file',
  '7': 'time',
  '8': 'html',
  '9': 'choice',
  '10': 'images',
};
/** The fields of PbootCMS's own message form that every message has here too. */
const ownFields = ['contacts', 'mobile', 'content'];
const messageForm = '1';

const isName = ({ name }: { name: string }) => /^[A-Za-z0-9_]{1,40}$/.test(name);

export function extraFieldsOf(source: Source): (column: SourceColumn) => ExtraField[] {
  const modelOf = modelsOf(source);
  const ofModels = source.ay_extfield.filter(isName).map(({ mcode, name, type, value, description, sorting }) => ({
    mcode,
    name,
    title: description || name,
    type: types[type] ?? 'text',
    sort: sortOf(sorting),
    options: value.split(/[,，\n]/).map((option) => option.trim()),
    required: 0 as const,
  }));
  const ofForm = source.ay_form_field
    .filter((field) => field.fcode === messageForm && isName(field) && !ownFields.includes(field.name))
    .map(({ name, description, required, sorting }) => ({
      name,
      title: description || name,
      type: 'text' as const,
      options: [],
      sort: sortOf(sorting),
      required: required === '1' ? (1 as const) : (0 as const),
    }));
  return (column) => (modelOf(column) === 'message' ? ofForm : ofModels.filter(({ mcode }) => mcode === column.mcode));
}

export function prepareParams(source: Source): PreparedRecord[] {
  const fieldsOf = extraFieldsOf(source);
  const now = { create_time: '', update_time: '' };
  return source.ay_content_sort.flatMap((column) =>
    fieldsOf(column).map(({ name, title, type, options, required, sort }) => ({
      entity: contentParam,
      origin: `${name}@${originOf(column)}`,
      label: `Extra field "${title}"`,
      ...now,
      refs: { cid: { entity: 'column' as const, origin: originOf(column) } },
      draft: {
        sid: 0,
        name,
        title,
        type,
        options: type.startsWith('choice') ? options.join('\n') : '',
        required,
        sort,
      },
    })),
  );
}

/** The values of a record's extra fields as parameters. Values that a parameter cannot store are reported and left out. */
export function paramValues(
  fields: ExtraField[],
  values: Record<string, string> = {},
  { images, label, say }: { images: Images; label: string; say: (note: string) => void },
): Record<string, unknown> {
  const take = (url: string) => images.take(url, label);
  const entries = fields.flatMap(({ name, title, type, options }) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '').trim() : '';
    if (value === '') return [];
    const read = readers[type]?.(value, { options, take });
    if (read !== undefined) return [[name, read]];
    say(`${label}: the value "${value.slice(0, 60)}" of its field ${title} does not fit, so it was left out.`);
    return [];
  });
  return Object.fromEntries(entries);
}

interface Reading {
  options: string[];
  take: (url: string) => string;
}
const list = (value: string) => value.split(/[,，]/).map((part) => part.trim());
const link = (value: string, { take }: Reading) => (isSafeLink(value) ? take(value) : undefined);

const readers: Partial<Record<Type, (value: string, reading: Reading) => unknown>> = {
  text: (value) => (value.length <= 500 ? value : undefined),
  longtext: (value) => (value.length <= 20_000 ? value : undefined),
  choice: (value, { options }) => (options.includes(value) ? value : undefined),
  choices: (value, { options }) => (list(value).every((one) => options.includes(one)) ? list(value) : undefined),
  image: link,
  file: link,
  images: (value, { take }) =>
    list(value).every(isSafeLink)
      ? list(value).map((url, sort) => ({ url: take(url), title: '', intro: '', sort }))
      : undefined,
  time: (value) => chinaTime(value) ?? undefined,
};
