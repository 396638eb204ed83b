import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { copyProgram } from '../support/programCopy.ts';
import { clientOf } from '../support/server.ts';
import { makeCluster } from './cluster.ts';
import { assert, type Figure, type ProofOptions, type Prove } from './proof.ts';
import { type ServerProcess, signIn, startProcess } from './serverProcess.ts';

const maxMs = { read: 200, write: 1000 };
const maxMb = 100;
/** Half an hour of reading: a body as large as an article has ever been. */
const large = `<p>${'山场气，茶汤稠。'.repeat(50_000 / 8)}</p>`.repeat(3);
const many = 5000;
const few = 300;

export const blockingOnSqlite: Prove = (options) => prove(options);
export const blockingOnPostgres: Prove = async (options) => {
  const cluster = await makeCluster(options.folder);
  await cluster.start();
  return prove(options, await cluster.createDatabase());
};

type Client = ReturnType<typeof clientOf>;

/** A call, by what it is called in the table. */
interface Dear {
  what: string;
  /** How many calls at once it is; each may take as much memory as one. */
  calls?: number;
  ask: () => Promise<unknown>;
}

async function prove({ folder, program, say }: ProofOptions, url?: string): Promise<Figure[]> {
  const server = await startProcess(program ?? (await copyProgram(folder)), {
    DATA_DIR: join(folder, 'data'),
    ...(url && { DATABASE_URL: url }),
  });
  await server.listening;
  const token = await signIn(server.url);
  const client = clientOf(server.url, token);
  const figures: Figure[] = [];
  const beyond: string[] = [];
  for await (const { what, ask, calls = 1 } of dearCalls(client, server.url, token)) {
    const { ms, read, write, mb } = await measured(server, client, ask);
    const reached = `${ms} ms; others waited ${read} ms to read, ${write} ms to write; ${mb} MB above rest`;
    say(`${what}: ${reached}`);
    figures.push({ what, asked: '200 ms, 1000 ms, 100 MB', reached });
    if (read > maxMs.read || write > maxMs.write || mb > calls * maxMb) beyond.push(`${what}: ${reached}`);
  }
  await server.stop();
  assert(beyond.length === 0, () => `beyond the limits:\n${beyond.join('\n')}`);
  return figures;
}

/** Each after what it needs has been made. */
async function* dearCalls(client: Client, url: string, token: string): AsyncIterable<Dear> {
  const column = async (title: string) =>
    (await client.data<{ id: number }>('base.base/addColumn', { title, model: 'article' })).id;
  const withLarge = await column('Large');
  const ids: number[] = [];
  for (let n = 0; n < few; n++)
    ids.push(
      (
        await client.data<{ id: number }>('base.content/addArticle', {
          title: `Large ${n}`,
          col_id: withLarge,
          content: large,
        })
      ).id,
    );
  const first = ids.slice(0, 100);
  const bulk = (fields: object) => ({
    entity: 'article',
    ids,
    fields: JSON.stringify(fields),
    batch_key: `batch ${Object.keys(fields)}`,
  });
  const json = { headers: { 'content-type': 'application/json' } };
  let batch = '';
  yield {
    what: `a new description for ${few} articles of 450 kB (Bulk/edit)`,
    ask: async () => {
      batch = (await client.data<{ batch: string }>('base.Bulk/edit', bulk({ description: 'x' }))).batch;
    },
  };
  yield { what: 'what undoing it would do (Batch/read)', ask: () => client.data('base.Batch/read', { batch }) };
  yield {
    what: 'undoing it (Batch/undo)',
    ask: async () => {
      for (let before = -1; before !== 0; )
        before = (await client.data<{ next: number }>('base.Batch/undo', { batch, before: Math.max(0, before) })).next;
    },
  };
  yield {
    what: `one text of 450 kB for ${few} articles (Bulk/edit)`,
    ask: () => client.data('base.Bulk/edit', { ...bulk({}), fields: { content: `${large}<p>new</p>` } }, json),
  };
  yield {
    what: '100 copies of such articles (Bulk/duplicate)',
    ask: () => client.data('base.Bulk/duplicate', { entity: 'article', ids: first }),
  };
  const exported = async () => {
    const sent = await fetch(`${url}/api/base.Transfer/export?entity=article`, { headers: { authorization: token } });
    for await (const _chunk of sent.body as unknown as AsyncIterable<Uint8Array>);
  };
  yield { what: 'their export (Transfer/export)', ask: exported };
  yield { what: 'six such exports at once', calls: 6, ask: () => Promise.all(Array.from({ length: 6 }, exported)) };

  for (let n = 0; n < 16; n++)
    await client.data('auth.auth/savePreference', { name: `p${n}`, value: JSON.stringify('x'.repeat(63_000)) });
  yield {
    what: '1 MB of settings, 20 times at once (preferences)',
    calls: 20,
    ask: () => Promise.all(Array.from({ length: 20 }, () => client.data('auth.auth/preferences'))),
  };

  const withMany = await column('Many');
  const csv = `title,col_id,tags\n${Array.from({ length: many }, (_, n) => `Many ${n},${withMany},绿茶\n`).join('')}`;
  yield { what: `${many} new articles (Transfer/import)`, ask: () => sendFile(url, token, csv) };
  yield {
    what: `another name for a tag of ${many} articles (Tag/rename)`,
    ask: () => client.data('base.Tag/rename', { title: '绿茶', to: '红茶' }),
  };
  const target = await column('Target');
  yield {
    what: `deleting a column, whose ${many} articles move (deleteColumn)`,
    ask: () => client.data('base.base/deleteColumn', { col_id: withMany, move_to: target }),
  };
  yield {
    what: `deleting a column with ${many} articles (deleteColumn)`,
    ask: () => client.data('base.base/deleteColumn', { col_id: target, cascade: 1 }),
  };
  yield {
    what: 'bringing it back (Recycle/restore)',
    ask: () => client.data('base.Recycle/restore', { entity: 'column', ids: [target] }),
  };
  const rules = await client.data<{ id: number; sunList: { id: number }[] }[]>('base.admin/getRuleList');
  const rule_method = rules.flatMap(({ id, sunList }) => [id, ...sunList.map((each) => each.id)]);
  for (let n = 0; n < 200; n++) await client.data('base.admin/create_role', { title: `Role ${n}`, rule_method });
  yield {
    what: 'who may edit an article, of 200 roles (whoCan)',
    ask: () =>
      client.data('base.admin/whoCan', {
        rights: JSON.stringify(['base.content/editArticle']),
        entity: 'article',
        id: ids[0],
      }),
  };
}

async function sendFile(url: string, token: string, csv: string): Promise<void> {
  const body = new FormData();
  body.set('entity', 'article');
  body.set('file', new Blob([csv]), 'many.csv');
  const sent = await fetch(`${url}/api/base.Transfer/import`, {
    method: 'POST',
    headers: { authorization: token },
    body,
  });
  const { code, msg } = (await sent.json()) as { code: number; msg: string };
  assert(code === 1, () => `the import was refused: ${msg}`);
}

/** The longest that another read and another write waited meanwhile, and how far the process's memory rose. */
async function measured({ process: { pid = 0 } }: ServerProcess, client: Client, ask: () => Promise<unknown>) {
  await wait(3000);
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const rest = statusMb(pid, 'VmRSS');
  let isOver = false;
  const slowest = async (every: number, call: () => Promise<unknown>) => {
    let most = 0;
    while (!isOver) {
      const begun = performance.now();
      await call();
      most = Math.max(most, performance.now() - begun);
      await wait(every);
    }
    return Math.round(most);
  };
  let n = 0;
  const read = slowest(10, () => client.call('auth.auth/checkLogin'));
  const write = slowest(50, () =>
    client.data('base.Size/addEditSize', { id: 0, sort: 0, title: `s${Date.now()} ${n++}` }),
  );
  const begun = performance.now();
  await ask().finally(() => {
    isOver = true;
  });
  const ms = Math.round(performance.now() - begun);
  return { ms, read: await read, write: await write, mb: statusMb(pid, 'VmHWM') - rest };
}

function statusMb(pid: number, name: string): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1]) / 1024);
}
