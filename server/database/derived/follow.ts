import { type Derived, quoted } from './scaled.ts';

interface Followed {
  table: string;
  /** The triggers' name, without `_inserted`, `_updated` and `_deleted`. */
  triggers: string;
  /** On PostgreSQL; named like the triggers by default. */
  function?: string;
  columns: string[];
  add: string;
  remove: string;
  /** When a new row can have derived rows. Used only on SQLite, where a trigger costs most. */
  insertedWhen?: string;
}

export function follow(kind: 'sqlite' | 'postgres', followed: Followed): Derived {
  const names = ['inserted', 'updated', 'deleted'].map((event) => `${followed.triggers}_${event}`) as Names;
  const differ = kind === 'sqlite' ? 'is not' : 'is distinct from';
  const watched = followed.columns.map(quoted);
  const given = {
    ...followed,
    on: quoted(followed.table),
    names,
    updated: `update of ${watched}`,
    changed: watched.map((column) => `old.${column} ${differ} new.${column}`).join(' or '),
  };
  return kind === 'sqlite' ? onSqlite(given) : onPostgres(given);
}

type Names = [inserted: string, updated: string, deleted: string];
type Given = Followed & { on: string; names: Names; updated: string; changed: string };

function onSqlite({ on, names, updated, changed, add, remove, insertedWhen }: Given): Derived {
  const trigger = (name: string, event: string, work: string, when?: string) =>
    `create trigger ${name} after ${event} on ${on}${when ? ` when ${when}` : ''} begin ${work} end`;
  return {
    objects: names,
    drop: names.map((name) => `drop trigger if exists ${name}`),
    make: [
      trigger(names[0], 'insert', add, insertedWhen),
      trigger(names[1], updated, `${remove} ${add}`, changed),
      trigger(names[2], 'delete', remove),
    ],
  };
}

function onPostgres({ on, names, updated, changed, add, remove, triggers, function: name = triggers }: Given): Derived {
  const called = quoted(name);
  const trigger = (name: string, event: string, when = '') =>
    `create trigger ${name} after ${event} on ${on} for each row ${when} execute function ${called}()`;
  return {
    objects: names,
    drop: [...names.map((name) => `drop trigger if exists ${name} on ${on}`), `drop function if exists ${called}()`],
    make: [
      `create function ${called}() returns trigger language plpgsql as $$ begin
        if TG_OP <> 'INSERT' then ${remove} end if;
        if TG_OP <> 'DELETE' then ${add} end if;
        return null;
      end $$`,
      trigger(names[0], 'insert'),
      trigger(names[1], updated, `when (${changed})`),
      trigger(names[2], 'delete'),
    ],
  };
}
