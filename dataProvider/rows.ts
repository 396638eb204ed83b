import type { RaRecord } from 'ra-core';
import type { Call } from '../contract/call.ts';
import { encodeField } from '../contract/codecs.ts';
import { childrenName, type Entity, writableFields } from '../contract/entity.ts';
import type { Values } from './transport/replies.ts';

export function rowsWithin(owners: Values[], { name, owner }: NonNullable<Call['within']>): Values[] {
  return owners.flatMap((each) => {
    const rows = each[name];
    return Array.isArray(rows) ? rows.map((row: Values) => ({ [owner]: each.id, ...row })) : [];
  });
}

/** Rows and their children without write-only fields. If a back end sends such a field, it must not get it back. */
export function dropSecrets(entity: Entity, rows: Values[]): Values[] {
  const secrets = Object.keys(entity.fields).filter((name) => entity.fields[name]?.writeOnly);
  if (secrets.length === 0) return rows;
  const under = childrenName(entity);
  for (const row of rows) {
    for (const name of secrets) delete row[name];
    const below = under && row[under];
    if (Array.isArray(below)) dropSecrets(entity, below);
  }
  return rows;
}

export function renameFilter(call: Call, filter: Values): Values {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '' && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [call.rename?.[name] ?? name, value]));
}

export const pickDeclared = ({ params }: Call, given: Values): Values =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in params));

export function pickWritable(entity: Entity, data: Values): Values {
  const names = Object.keys(writableFields(entity.fields)).filter((name) => data[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, data[name]]));
}

/** Required fields that are empty are left out, because nobody has changed them. */
export function valuesAlwaysSent({ fields }: Entity, call: Call, previous: Values = {}): NonNullable<Call['with']> {
  const isSent = (name: string) => previous[name] !== undefined && !(previous[name] === null && fields[name]?.required);
  const names = Object.keys(call.with ?? {}).filter((name) => isSent(name));
  return Object.fromEntries(names.map((name) => [name, previous[name]])) as NonNullable<Call['with']>;
}

export function changedValues(entity: Entity, data: Values, previous: Values): Values {
  const isChanged = ([name, value]: [string, unknown]) =>
    encodeField(entity.fields[name], value) !== encodeField(entity.fields[name], previous[name]);
  return Object.fromEntries(Object.entries(pickWritable(entity, data)).filter(isChanged));
}

/** A saved record without write-only fields, so that a secret is sent again when it is typed again. */
export function withoutSecrets(entity: Entity, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !entity.fields[name]?.writeOnly));
}

/** Fills in missing fields of a new record that must equal a field of a referenced record (`match`). */
export async function inheritMatchedFields(
  { fields }: Entity,
  data: Values,
  find: (entity: string, id: number) => Promise<RaRecord | undefined>,
): Promise<Values> {
  const completed = { ...data };
  for (const [name, { entity = '', firm, match = {} }] of Object.entries(fields)) {
    const lacking = Object.entries(match).filter(([, own]) => completed[own] === undefined);
    if (!firm || !data[name] || lacking.length === 0) continue;
    const record = await find(entity, Number(data[name]));
    for (const [theirs, own] of record ? lacking : []) completed[own] = record?.[theirs];
  }
  return completed;
}
