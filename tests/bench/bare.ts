import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/**
 * What everything is measured against: `node:http` and `node:sqlite` with the very queries that our server runs for
 * the same page, prepared once; no session, no rights, no checks.
 */
const [path = '', port = '0', queries = '{}'] = process.argv.slice(2);
const database = new DatabaseSync(path, { readOnly: true });
const prepared = Object.fromEntries(
  Object.entries(JSON.parse(queries) as Record<string, { sql: string; parameters: (string | number)[] }>).map(
    ([name, { sql, parameters }]) => [name, { statement: database.prepare(sql), parameters }],
  ),
);

createServer((request, response) => {
  const query = prepared[(request.url ?? '/').slice(1)];
  request.resume();
  request.on('end', () => {
    const data = query?.statement.all(...query.parameters) ?? [];
    const body = JSON.stringify({ code: 1, msg: '', data: { data, total: data.length } });
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}).listen(Number(port), '127.0.0.1', () => console.log('listening'));
