import type { Derived } from './scaled.ts';
import { partOnPostgres } from './sortKeyOnPostgres.ts';
import { longest } from './sortKeys.ts';
import { loadOtherReadings, maxLines, spelledAround, spellingFunction } from './spelling.ts';

const lettersAndDigits = 'abcdefghijklmnopqrstuvwxyz0123456789';

let made: Derived | undefined;

/** `spellingOf` in PostgreSQL's own language. */
export function spellingOnPostgres(): Derived {
  made ??= make();
  return made;
}

function make(): Derived {
  const otherReadings = JSON.stringify(
    Object.fromEntries([...loadOtherReadings()].map(([character, readings]) => [character, readings.join(',')])),
  );
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
          readings text[];
          usual text[] := '{}';
          initial text[] := '{}';
          other text := '';
          other_initial text := '';
          has_han boolean := false;
          at integer;
          places integer[] := '{}';
          lines text[];
          initials text[];
        begin
          if held is null or octet_length(held) = char_length(held) then
            return '';
          end if;
          for at in 1..cardinality(characters) loop
            letter := characters[at];
            ${partOnPostgres()}
            reading := rtrim(letter, ' ');
            if translate(reading, '${lettersAndDigits}', '') <> '' then
              reading := regexp_replace(lower(letter), '[^a-z0-9]', '', 'g');
            end if;
            usual[at] := reading;
            if length(letter) > 1 and right(letter, 1) = ' ' then
              has_han := true;
              initial[at] := left(reading, 1);
              readings := string_to_array('${otherReadings}'::jsonb ->> characters[at], ',');
              if readings is not null then
                places := places || at;
                reading := readings[1];
              end if;
              other_initial := other_initial || left(reading, 1);
            else
              initial[at] := reading;
              other_initial := other_initial || reading;
            end if;
            other := other || reading;
          end loop;
          if not has_han then
            return '';
          end if;
          lines := array[array_to_string(usual, ''), other];
          initials := array[array_to_string(initial, ''), other_initial];
          foreach at in array places loop
            foreach reading in array string_to_array('${otherReadings}'::jsonb ->> characters[at], ',') loop
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
