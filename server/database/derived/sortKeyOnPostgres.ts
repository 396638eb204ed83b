import type { Derived } from './scaled.ts';
import { digits, loadParts, longest, separator, sortKeyFunction } from './sortKeys.ts';

let made: Derived | undefined;

/** `sortKey` in PostgreSQL's own language. Its tables are constants, because a function that indexes call may read no table. */
export function sortKeyOnPostgres(): Derived {
  made ??= make();
  return made;
}

const blockSize = 256;

/** The places in blocks of 256 characters, and for each block its number; 0 is that of all in which nothing is to be done. */
function blocksOf(places: Uint16Array) {
  const blocks: Uint16Array[] = [new Uint16Array(blockSize)];
  const numbers = Array.from({ length: places.length / blockSize }, (_, at) => {
    const block = places.subarray(at * blockSize, (at + 1) * blockSize);
    return block.some(Boolean) ? blocks.push(block) - 1 : 0;
  });
  const bytes = blocks.flatMap((block) => [...block].flatMap((place) => [place >> 8, place & 0xff]));
  return { numbers: encoded(numbers), places: encoded(bytes) };
}

/** PL/pgSQL: the part of a key that `letter` stands for; with `code` and `place` integers and `pair` bytea. */
export function partOnPostgres(): string {
  const { parts, places } = loadParts();
  const blocks = blocksOf(places);
  const place = `get_byte(${blocks.numbers}, code / ${blockSize}) * ${2 * blockSize} + code % ${blockSize} * 2`;
  return `code := ascii(letter);
              if code between 128 and ${places.length - 1} then
                place := ${place};
                pair := substring(${blocks.places} from place + 1 for 2);
                place := get_byte(pair, 0) * 256 + get_byte(pair, 1);
                if place > 0 then
                  letter := '${JSON.stringify(parts).replaceAll("'", "''")}'::jsonb ->> place;
                end if;
              end if;`;
}

const encoded = (bytes: number[]) => `decode('${Buffer.from(bytes).toString('base64')}', 'base64')`;

function make(): Derived {
  const zeros = '0'.repeat(digits);
  return {
    objects: [`${sortKeyFunction}(text)`],
    drop: [],
    make: [
      `create or replace function ${sortKeyFunction}(held text) returns text
        language plpgsql immutable parallel safe cost 1000 as $$
        declare
          beginning text collate "C" := left(held, ${longest.read});
          folded text collate "C" := beginning;
          letter text;
          code integer;
          place integer;
          pair bytea;
        begin
          if octet_length(beginning) > char_length(beginning) then
            folded := '';
            foreach letter in array string_to_array(beginning, null) loop
              ${partOnPostgres()}
              folded := folded || letter;
            end loop;
          end if;
          folded := lower(folded);
          if folded ~ '[0-9]' then
            folded := regexp_replace(folded, '0*([0-9]+)', '${zeros}\\1', 'g');
            folded := regexp_replace(folded, '0+([0-9]{${digits},})', '\\1', 'g');
          end if;
          return left(folded, ${longest.folded}) || chr(${separator.charCodeAt(0)}) || beginning;
        end $$`,
    ],
  };
}
