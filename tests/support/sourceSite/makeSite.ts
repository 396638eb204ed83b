import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { rows } from './rows.ts';
import { columnsOf, idOf, type Version } from './tables.ts';

/** Writes the site's database as a version of PbootCMS has it. */
export function makeDatabase(path: string, version: Version): void {
  const database = new DatabaseSync(path);
  database.exec('begin');
  for (const [table, columns] of columnsOf(version)) {
    const types = [...columns].map(
      ([name, empty]) =>
        `${name} ${typeof empty === 'number' ? 'integer not null default 0' : "text not null default ''"}`,
    );
    database.exec(`create table ${table} (${idOf(table)} integer primary key autoincrement, ${types.join(', ')})`);
    const names = [...columns.keys()];
    const insert = database.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    );
    for (const row of rows[table] ?? []) insert.run(...[...columns].map(([name, empty]) => row[name] ?? empty));
  }
  database.exec('commit');
  database.close();
}

/** The site's own pictures, each with the hue that tells it from the others, by their addresses. */
const pictures = [
  ...['images/logo.png', 'upload/image/20180715/1531651052464521.png'],
  ...['1523499435499884.png', '1523499813391526.jpg', '1523499864406172.jpg', '1523499979727269.jpg'].map(ofDay),
  ...['1523500443228678.png', '1523500997605565.jpg', '1523501147676550.jpg', '1523501297516241.jpg'].map(ofDay),
  ...['1523583018133454.png', '1523583403755896.jpeg'].map((name) => `upload/image/20180413/${name}`),
];
function ofDay(name: string): string {
  return `upload/image/20180412/${name}`;
}

/** Draws the site's pictures below `static/`. One that a link refers to is missing on purpose. */
export async function drawPictures(folder: string): Promise<void> {
  for (const [index, address] of pictures.entries()) {
    const path = join(folder, 'static', address);
    mkdirSync(dirname(path), { recursive: true });
    const hue = index * 29;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320"><rect width="480" height="320"
      fill="hsl(${hue},30%,82%)"/><ellipse cx="240" cy="200" rx="110" ry="90" fill="hsl(${hue},35%,45%)"/></svg>`;
    await sharp(Buffer.from(svg)).toFile(path);
  }
}
