import { readParams } from '../../../checkBackend/examples.ts';
import { type Call, isRead } from '../../../contract/call.ts';
import type { EntityName } from '../../../contract/index.ts';
import { calls, entityList } from '../../../contract/index.ts';
import { modelNames } from '../../../contract/models.ts';
import { make } from '../drafts.ts';
import { consoleAt } from '../provider.ts';
import type { TestServer } from '../server.ts';

/** Something that the console asks, and what our own server answered to it. */
export interface Asker {
  name: string;
  /** The call that the answer is declared by. */
  call: Call;
  ask(console: ReturnType<typeof consoleAt>): Promise<unknown>;
  reply: { data?: unknown };
}

const list = { pagination: { page: 1, perPage: 3 }, sort: { field: 'id', order: 'DESC' as const }, filter: {} };
/** Values of what some calls must have. */
const given: Record<string, unknown> = { model: modelNames[0], id: 1, n: 1, q: '一', entity: 'article' };

const asJson = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value);

/** Every read of the contract with a real reply, from a server that has records of every entity. */
export async function recordAskers(server: TestServer): Promise<Asker[]> {
  const { provider, session } = consoleAt(server.url);
  await session.begin(server.token);
  for (const { name } of entityList) await make(provider, name, {}, server.database);
  // A record that the server itself made has a version once it is written.
  await server.data('base.content/editArticle', { id: given.id, subtitle: '改过' });
  const edited = { entity: 'article', ids: [given.id], fields: { is_top: 1 }, batch_key: 'a-batch' };
  const { batch } = await server.data<{ batch: string }>('base.Bulk/edit', edited);
  const [group] = await server.data<{ id: number }[]>('base.Config/autoGroup');
  const all = { ...given, gid: group?.id, batch };
  const reply = async ({ path, params = {}, with: own, whole, returns }: Call, more: object = {}) => {
    const isPage = returns !== undefined && 'page' in returns && !whole;
    const needed = Object.entries(all).filter(([name]) => params[name]?.required);
    const said = await server.call(path, {
      ...Object.fromEntries(needed),
      ...Object.fromEntries(Object.entries(readParams[path] ?? {}).map(([name, value]) => [name, asJson(value)])),
      ...own,
      ...(isPage && { limit: 3 }),
      ...more,
    });
    return said.body;
  };
  const askers: Asker[] = [];
  for (const { name, calls: own } of entityList) {
    const entity = name as EntityName;
    const made = { code: 1, msg: '', data: { id: 5, version: 2 } };
    const previousData = { id: 5, sort: 1, version: 1 };
    /** react-admin's methods: the call whose reply each reads, and that reply where it is not the call's own. */
    const methods: [string, Call | undefined, Asker['ask'], object?][] = [
      ['list', own.list, ({ provider: p }) => p.getList(entity, list)],
      ['one', own.list, ({ provider: p }) => p.getOne(entity, { id: 1 })],
      [
        'many',
        own.list.whole ? own.list : (own.all ?? own.list),
        ({ provider: p }) => p.getMany(entity, { ids: [1, 2] }),
      ],
      ['all', own.all, ({ provider: p }) => p.getAll(entity)],
      ['create', own.create, ({ provider: p }) => p.create(entity, { data: { title: 'a' } }), made],
      ['update', own.update, ({ provider: p }) => p.update(entity, { id: 5, data: { sort: 2 }, previousData }), made],
    ];
    for (const [method, call, ask, said] of methods)
      if (call) askers.push({ name: `${name} ${method}`, call, ask, reply: said ?? (await reply(call)) });
  }
  for (const { call, entity } of calls.values())
    if (!entity && isRead(call) && !call.file && !call.path.startsWith('site.'))
      askers.push({ name: call.path, call, reply: await reply(call), ask: ({ http }) => http.call(call, {} as never) });
  return askers;
}
