import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import type { Kind } from '../../../contract/kinds.ts';
import { follow } from './follow.ts';
import { type Derived, differenceOf, isMending, lockRecords, quoted } from './scaled.ts';
import { maxUploadUrl } from './sqlFunctions.ts';

const holding: Kind[] = ['image', 'images', 'file', 'files', 'html', 'items', 'params'];
/** Entities whose records decide the type of their text value, which may be a picture. */
const typed = ['config_item', 'content_param'];

const holds = (entity: Entity, name: string, { kind, link, virtual }: Field) =>
  !virtual && (holding.includes(kind) || link || (typed.includes(entity.name) && name === 'value'));

export const usingFields = (entity: Entity): string[] =>
  entity.isLog || entity.name === 'media'
    ? []
    : Object.entries(entity.fields).flatMap(([name, field]) => (holds(entity, name, field) ? [name] : []));

const fieldName = (entity: Entity, row: string, name: string) =>
  entity.name === 'config_item' ? `${row}.en_name` : `'${name}'`;

export function uses(entity: Entity, kind: 'sqlite' | 'postgres'): Derived {
  const { name: table, recycle } = entity;
  const names = usingFields(entity);
  const select = (row: string, from = '', where = 'true') => {
    const found = names.map((name) => {
      const stems = `${from} ${stemsIn[kind](`${row}.${quoted(name)}`)} as found`;
      const alive = recycle ? ` and ${row}.deleted_at is null` : '';
      return `select '${table}', ${row}.id, ${fieldName(entity, row, name)}, found.value
          from ${stems} where ${where}${alive}`;
    });
    return found.join(' union ');
  };
  const insert = (...selected: Parameters<typeof select>) =>
    `insert into media_use (entity, record_id, field, stem) ${select(...selected)}`;
  const { objects, drop, make } = follow(kind, {
    table,
    triggers: `${table}_uses`,
    columns: [...names, ...(recycle ? ['deleted_at'] : [])],
    add: `${insert('new')};`,
    remove: `delete from media_use where entity = '${table}' and record_id = old.id;`,
    insertedWhen: names.map((name) => `instr(new.${quoted(name)}, '/upload/') > 0`).join(' or '),
  });
  const fill = [`delete from media_use where entity = '${table}'`, insert('r', `${quoted(table)} r,`)];
  const all = `${quoted(table)} r,`;
  const stored = `select entity, record_id, field, stem from media_use where entity = '${table}'`;
  const wanted = `select * from (${select('r', all)}) as wanted`;
  const contents = {
    differing: `select distinct record_id as id from (${differenceOf(stored, wanted)}) as differing`,
    mend: [
      ...lockRecords(entity, kind),
      `delete from media_use where entity = '${table}' and ${isMending('record_id')}`,
      insert('r', all, isMending('r.id')),
    ],
  };
  return { objects, drop, make: [...(kind === 'postgres' ? [stemsFunction] : []), ...fill, ...make], contents };
}

const stemsIn = {
  sqlite: (column: string) =>
    `json_each(case when instr(${column}, '/upload/') > 0 then upload_stems(${column}) else '[]' end)`,
  postgres: (column: string) =>
    `lateral (select upload_stems(${column}) as value where strpos(${column}, '/upload/') > 0)`,
};

const stemsFunction = `create or replace function upload_stems(held text) returns setof text
  language sql immutable parallel safe as $$
    select distinct regexp_replace(hit[1], '(-[0-9]+)?\\.[A-Za-z0-9]+$', '')
    from regexp_matches(held, '/upload/[A-Za-z0-9_./-]*[A-Za-z0-9]', 'g') as hit
    where length(hit[1]) <= ${maxUploadUrl}
  $$`;
