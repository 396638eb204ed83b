import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A table that stands in a page of docs between two comments, `<!-- name -->` and `<!-- end of name -->`, and is made from code. */
export function madeTable(page: string, name: string, heads: readonly string[], rows: () => string[][]) {
  const path = resolve(import.meta.dirname, '../../docs', page);
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const read = () => readFileSync(path, 'utf8');
  /** The page with the table as it is now. */
  const made = () => {
    const text = read();
    const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
    const lines = [heads, heads.map(() => '---'), ...rows()].map((cells) => `| ${cells.join(' | ')} |\n`);
    return text.slice(0, from) + lines.join('') + text.slice(to);
  };
  return { read, made, write: () => writeFileSync(path, made()) };
}
