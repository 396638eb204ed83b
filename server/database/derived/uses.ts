import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import type { Kind } from '../../../contract/kinds.ts';
import { type Derived, quoted } from './scaled.ts';

/** The kinds of field that hold URLs of files; a text holds one where it is a link. */
const holding: Kind[] = ['image', 'images', 'file', 'files', 'html', 'items', 'params'];
/** Texts whose type stands in the record: what they hold may be a picture. */
const typed = ['config_item', 'content_param'];

const holds = (entity: Entity, name: string, { kind, link, virtual }: Field) =>
  !virtual && (holding.includes(kind) || link || (typed.includes(entity.name) && name === 'value'));

/** The fields of an entity that can hold URLs of the library's files. */
export const usingFields = (entity: Entity): string[] =>
  entity.isLog || entity.name === 'media'
    ? []
    : Object.entries(entity.fields).flatMap(([name, field]) => (holds(entity, name, field) ? [name] : []));

/** An item of the configuration is known by its own name. */
const fieldName = (entity: Entity, row: string, name: string) =>
  entity.name === 'config_item' ? `${row}.en_name` : `'${name}'`;

/** Which fields of live records hold URLs of files (`media_use`), kept by triggers whoever writes. */
export function uses(entity: Entity, kind: 'sqlite' | 'postgres'): Derived {
  return (kind === 'sqlite' ? onSqlite : onPostgres)(entity);
}

function partsOf(entity: Entity, found: (column: string) => string) {
  const { name: table, recycle } = entity;
  const on = quoted(table);
  const names = usingFields(entity);
  const watched = [...names, ...(recycle ? ['deleted_at'] : [])].map(quoted);
  const alive = (row: string) => (recycle ? ` and ${row}.deleted_at is null` : '');
  const select = (row: string, from: string) =>
    names
      .map((name) => {
        const column = `${row}.${quoted(name)}`;
        return `select '${table}', ${row}.id, ${fieldName(entity, row, name)}, found.value
          from ${from} ${found(column)} as found where true${alive(row)}`;
      })
      .join(' union ');
  const add = (row: string, from = '') =>
    `insert into media_use (entity, record_id, field, stem) ${select(row, from && `${from}, `)};`;
  const take = `delete from media_use where entity = '${table}' and record_id = old.id;`;
  const fill = [`delete from media_use where entity = '${table}'`, add('r', `${on} r`).replace(/;$/, '')];
  return { on, watched, add, take, fill };
}

const events = ['inserted', 'updated', 'deleted'] as const;
const triggersOf = ({ name }: Entity) => events.map((event) => `${name}_uses_${event}`) as [string, string, string];

function onSqlite(entity: Entity): Derived {
  const stems = (column: string) =>
    `json_each(case when instr(${column}, '/upload/') > 0 then upload_stems(${column}) else '[]' end)`;
  const { on, watched, add, take, fill } = partsOf(entity, stems);
  const names = triggersOf(entity);
  const changed = watched.map((name) => `old.${name} is not new.${name}`).join(' or ');
  const holdsNow = usingFields(entity)
    .map((name) => `instr(new.${quoted(name)}, '/upload/') > 0`)
    .join(' or ');
  return {
    objects: names,
    drop: names.map((name) => `drop trigger if exists ${name}`),
    make: [
      ...fill,
      `create trigger ${names[0]} after insert on ${on} when ${holdsNow} begin ${add('new')} end`,
      `create trigger ${names[1]} after update of ${watched} on ${on} when ${changed} begin ${take} ${add('new')} end`,
      `create trigger ${names[2]} after delete on ${on} begin ${take} end`,
    ],
  };
}

/** As `uploadStems` reads them. */
const stemsFunction = `create or replace function upload_stems(held text) returns setof text
  language sql immutable parallel safe as $$
    select distinct regexp_replace(hit[1], '(-[0-9]+)?\\.[A-Za-z0-9]+$', '')
    from regexp_matches(held, '/upload/[A-Za-z0-9_./-]*[A-Za-z0-9]', 'g') as hit
  $$`;

function onPostgres(entity: Entity): Derived {
  const stems = (column: string) =>
    `lateral (select upload_stems(${column}) as value where strpos(${column}, '/upload/') > 0)`;
  const { on, watched, add, take, fill } = partsOf(entity, stems);
  const [inserted, updated, deleted] = triggersOf(entity);
  const function_ = quoted(`${entity.name}_uses`);
  const changed = watched.map((name) => `old.${name} is distinct from new.${name}`).join(' or ');
  const trigger = (name: string, event: string, when = '') =>
    `create trigger ${name} after ${event} on ${on} for each row ${when} execute function ${function_}()`;
  return {
    objects: [inserted, updated, deleted],
    drop: [
      ...[inserted, updated, deleted].map((name) => `drop trigger if exists ${name} on ${on}`),
      `drop function if exists ${function_}()`,
    ],
    make: [
      stemsFunction,
      ...fill,
      `create function ${function_}() returns trigger language plpgsql as $$ begin
        if TG_OP <> 'INSERT' then ${take} end if;
        if TG_OP <> 'DELETE' then ${add('new')} end if;
        return null;
      end $$`,
      trigger(inserted, 'insert'),
      trigger(updated, `update of ${watched}`, `when (${changed})`),
      trigger(deleted, 'delete'),
    ],
  };
}
