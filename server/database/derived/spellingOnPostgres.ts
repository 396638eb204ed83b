import type { Derived } from './scaled.ts';
import { partOnPostgres } from './sortKeyOnPostgres.ts';
import { longest } from './sortKeys.ts';
import { loadOtherReadings, maxLines, spelledAround, spellingFunction } from './spelling.ts';

let made: Derived | undefined;

/** `spellingOf` in PostgreSQL's own language. */
export function spellingOnPostgres(): Derived {
  made ??= make();
  return made;
}

function make(): Derived {
  const otherReadings = JSON.stringify(Object.fromEntries(loadOtherReadings()));
  return {
    objects: [`${spellingFunction}(text)`],
    drop: [],
    make: [
      `create or replace function ${spellingFunction}(held text) returns text
        language plpgsql immutable parallel safe cost 1000 as $$
        declare
          characters text[] := string_to_array(left(held, ${longest.read}), null);
          letter text collate "C";
          code integer;
          place integer;
          pair bytea;
          reading text collate "C";
          readings jsonb;
          usual text[] := '{}';
          other text[] := '{}';
          initial text[] := '{}';
          other_initial text[] := '{}';
          has_han boolean := false;
          at integer;
          others jsonb[] := '{}';
          lines text[] := '{}';
          initials text[] := '{}';
        begin
          if held is null or octet_length(held) = char_length(held) then
            return '';
          end if;
          foreach letter in array characters loop
            ${partOnPostgres()}
            readings := null;
            reading := regexp_replace(lower(letter), '[^a-z0-9]', '', 'g');
            if length(letter) > 1 and right(letter, 1) = ' ' then
              has_han := true;
              readings := '${otherReadings}'::jsonb -> characters[cardinality(usual) + 1];
              initial := initial || left(reading, 1);
              other_initial := other_initial || left(coalesce(readings ->> 0, reading), 1);
            else
              initial := initial || reading;
              other_initial := other_initial || reading;
            end if;
            usual := usual || reading;
            other := other || coalesce(readings ->> 0, reading);
            others := others || coalesce(readings, '[]'::jsonb);
          end loop;
          if not has_han then
            return '';
          end if;
          lines := array[array_to_string(usual, ''), array_to_string(other, '')];
          initials := array[array_to_string(initial, ''), array_to_string(other_initial, '')];
          for at in 1..cardinality(usual) loop
            for reading in select jsonb_array_elements_text(others[at]) loop
              exit when cardinality(lines) = ${maxLines};
              lines := lines || (array_to_string(usual[at - ${spelledAround}:at - 1], '') || reading
                || array_to_string(usual[at + 1:at + ${spelledAround}], ''));
              initials := initials || (array_to_string(initial[at - ${spelledAround}:at - 1], '') || left(reading, 1)
                || array_to_string(initial[at + 1:at + ${spelledAround}], ''));
            end loop;
          end loop;
          lines := lines || initials;
          return array_to_string(array(
            select line from unnest(lines) with ordinality as spelled (line, at)
            where not exists (select from unnest(lines) as longer where longer <> line and strpos(longer, line) > 0)
            group by line order by min(spelled.at)
          ), E'\\n');
        end $$`,
    ],
  };
}
