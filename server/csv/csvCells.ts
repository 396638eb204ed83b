import { encodeField } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { isNumberField } from '../../contract/oneLine.ts';
import { CallError } from '../core/errors.ts';
import type { Caller } from '../engine/callContext.ts';
import { hiddenFields } from '../engine/withinLimits.ts';
import type { FileWords } from './csvText.ts';
import { readCell, writeValue } from './csvValues.ts';
import type { RefNames } from './refNames.ts';

/** The start of a text that a spreadsheet runs as a formula (OWASP, CSV injection), after the quotes of `harmless`. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/** A number of more than eleven digits as a spreadsheet shows and saves it, without its last digits: `1.23457E+12`. */
const shortened = /^'*\s*-?\d(\.\d+)?E\+\d\d\s*$/i;

const needsQuote = (text: string) => formula.test(text) || shortened.test(text);

export const harmless = (text: string) => (needsQuote(text) ? `'${text}` : text);
export const asWritten = (cell: string) => (cell.startsWith("'") && needsQuote(cell) ? cell.slice(1) : cell);

/** The text of a cell. @throws CallError for a shortened number: a text that is stored like one is exported with a quote */
export function textOf(cell: string): string {
  if (!cell.startsWith("'") && shortened.test(cell)) throw new CallError('csv_shortened');
  return asWritten(cell);
}

/** The fields in a file, after the id: readable ones that are not secret. */
export const fileFields = ({ fields }: Entity): string[] =>
  Object.keys(fields).filter((name) => {
    const field = fields[name] as Field;
    return !field.writeOnly && !field.virtual && name !== 'version';
  });

/** The fields that an export has, after the id: content parameters have columns of their own. */
export function exportedFields(caller: Caller, entity: Entity): string[] {
  const hidden = hiddenFields(caller, entity);
  return fileFields(entity).filter((name) => (name !== 'params' || !hasParams(entity)) && !hidden.includes(name));
}

/** Whether an entity's records have the content parameters of their columns. */
export const hasParams = ({ fields, model }: Entity) => fields.params?.kind === 'params' && model !== undefined;

export const between = ' | ';
const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

const plainNumber = /^-?\d+(\.\d+)?$/;

/** A cell of a field of numbers: a minus stays as it is. What is stored there and is no number is escaped like any text. */
export const numberCell = (text: string) => (plainNumber.test(text) ? text : harmless(text));

interface CellWords {
  names: RefNames;
  words: FileWords;
}

export function cellOf({ fields }: Entity, name: string, value: unknown, { names, words }: CellWords): string {
  const field = fields[name] as Field;
  if (isEmpty(value)) return '';
  if (field.kind === 'ref') return harmless(names.nameOf(field.entity, Number(value)));
  if (field.kind === 'refs')
    return harmless((value as number[]).map((id) => names.nameOf(field.entity, id)).join(between));
  const text = encodeField(field, value);
  if (isNumberField(field)) return numberCell(text);
  return harmless(writeValue({ field, name, text, words }));
}

/** In form format. @throws CallError if a name belongs to no record or several, or a value cannot be read or is shortened */
export function spellingOf({ fields }: Entity, name: string, cell: string, { names, words }: CellWords): string {
  const field = fields[name] as Field;
  const text = textOf(cell);
  if (text === '') return '';
  if (field.kind === 'ref') return String(names.idOf(field.entity, text));
  if (field.kind === 'refs')
    return text
      .split(between.trim())
      .map((name) => names.idOf(field.entity, name.trim()))
      .join();
  return readCell({ field, name, text, words });
}
