import { codecs } from '../../../contract/codecs.ts';
import type { Field } from '../../../contract/fields.ts';
import { patterns } from '../../../contract/formats.ts';
import { entryOf } from '../../utils/values.ts';
import type { Param } from './useColumnParams.ts';

export const optionsOf = ({ options }: Pick<Param, 'options'>) =>
  options
    .split(/\r?\n/)
    .map((option) => option.trim())
    .filter(Boolean);

/** What a parameter of each type is as a field; its value is what a new record begins with. */
const fields: Record<string, (param: Pick<Param, 'options' | 'value'>) => Field> = {
  text: ({ value }) => ({ kind: 'text', max: 500, default: value }),
  longtext: ({ value }) => ({ kind: 'longtext', max: 20_000, default: value }),
  html: ({ value }) => ({ kind: 'html', default: value }),
  number: ({ value }) => ({ kind: 'text', pattern: patterns.number, default: value }),
  choice: (param) => ({ kind: 'choice', values: optionsOf(param), default: param.value }),
  choices: (param) => ({ kind: 'choice', values: optionsOf(param) }),
  flag: ({ value }) => ({ kind: 'flag', default: codecs.flag.decode(value) }),
  image: ({ value }) => ({ kind: 'image', default: value }),
  images: () => ({ kind: 'images' }),
  file: ({ value }) => ({ kind: 'file', link: true, default: value }),
  time: ({ value }) => ({ kind: 'time', default: codecs.time.decode(value) ?? undefined }),
};

/** A content parameter as a field of a form; one of a type that is not known is a line of text. */
export function paramField(param: Pick<Param, 'type' | 'options' | 'value' | 'required'>): Field {
  const field = (entryOf(fields, param.type) ?? fields.text)?.(param) ?? { kind: 'text' };
  return { ...field, ...(param.required && field.kind !== 'flag' && { required: true }) };
}
