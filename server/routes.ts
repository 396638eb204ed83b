import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../contract/call.ts';
import type { Entity, Role } from '../contract/entity.ts';
import { calls, type RoutedCall } from '../contract/index.ts';
import { handlers } from './calls/index.ts';
import * as crud from './crud.ts';
import type { Database } from './database/index.ts';
import { CallError } from './errors.ts';
import type { MessageKey } from './messages.ts';
import { envelope } from './plugins/errors.ts';
import { tokenOf } from './plugins/session.ts';
import type { ListQuery } from './query.ts';
import { paramsSchema, readForm, replySchema } from './schema.ts';
import { perAccount, takeAttempt } from './services/limits.ts';
import { inTreeOrder, withLevels } from './services/tree.ts';
import type { Settings } from './settings.ts';
import type { AnyHandler, CallContext } from './unit.ts';
import { runWrite } from './write.ts';

type Values = Record<string, unknown>;

/** What each of an entity's calls does where it has no handler of its own. */
const byRole: Record<Role | 'save', (entity: Entity, call: Call) => AnyHandler> = {
  list: (entity, call) => async (context, params) => {
    const query = asFields(call, params);
    if (call.whole) return crud.readAll(context.db, entity, query);
    const page = await crud.list(context.db, entity, query);
    return entity.tree ? withLevels(context.db, entity, page) : page;
  },
  all: (entity, call) => async (context, params) => {
    const rows = await crud.readAll(context.db, entity, asFields(call, params));
    return entity.tree ? inTreeOrder(rows) : rows;
  },
  create: (entity) => (context, params) => crud.create(context, entity, params),
  update:
    (entity) =>
    (context, { id, ...changes }) =>
      crud.update(context, entity, Number(id), changes),
  save:
    (entity) =>
    (context, { id, ...values }) => {
      if (id) return crud.update(context, entity, Number(id), values);
      const { version: _none, ...draft } = values;
      return crud.create(context, entity, draft);
    },
  delete: (entity, call) => (context, params) => crud.remove(context, entity, Number(params[call.id ?? 'id'])),
};

/** Parameters by the names of the fields, where the wire has others. */
function asFields({ rename = {} }: Call, params: Values): ListQuery {
  const names = Object.fromEntries(Object.entries(rename).map(([field, wire]) => [wire, field]));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [names[name] ?? name, value]));
}

/** Every call of the contract becomes a route: verb, path, schema, rule, handler. */
export function contractRoutes(app: FastifyInstance, database: Database, settings: Settings): void {
  for (const routed of calls.values()) {
    const { call } = routed;
    for (const verb of [call.verb, ...(call.also ? [call.also] : [])]) {
      const part = verb === 'GET' ? 'query' : 'body';
      const parameters = paramsSchema(call);
      app.route({
        method: verb,
        url: `/api/${call.path}`,
        config: { routed, ...(call.perMinute && { rateLimit: { max: call.perMinute, timeWindow: 60_000 } }) },
        schema: {
          summary: call.title,
          tags: [call.path.split('/')[0] ?? ''],
          description: describe(routed),
          ...(verb === 'GET' ? { querystring: parameters } : { body: parameters }),
          ...(verb === 'POST' && { consumes: ['application/x-www-form-urlencoded', 'application/json'] }),
          response: { 200: replySchema(call) },
          security: call.access === 'public' ? [] : [{ token: [] }],
        },
        preValidation: async (request) => {
          if (part === 'body') request.body ??= {};
          readParams(routed, request[part]);
        },
        handler: answer(routed, part, database, settings),
      });
    }
  }
}

function describe({ call }: RoutedCall): string {
  const access = { public: '无需登录', 'signed-in': '需登录', rule: `需权限 ${call.rule ?? call.path}` }[call.access];
  return call.perMinute ? `${access}，每个地址每分钟最多 ${call.perMinute} 次` : access;
}

const mostFields = 500;

function readParams({ call }: RoutedCall, raw: unknown): void {
  if (typeof raw !== 'object' || raw === null) return;
  // A refusal names each unknown field, so there must not be hundreds of thousands of them.
  if (Object.keys(raw).length > mostFields) throw new CallError('body_unreadable');
  readForm(call.params, raw as Values);
}

function answer(routed: RoutedCall, part: 'query' | 'body', database: Database, settings: Settings) {
  const { call } = routed;
  const handler = handlerOf(routed);
  return async (request: FastifyRequest) => {
    const started = performance.now();
    const params = { ...(request[part] as Values) };
    let said: MessageKey = call.writes ? 'saved' : 'ok';
    const context: CallContext = {
      db: database.db,
      database,
      settings,
      admin: request.admin,
      routed,
      token: tokenOf(request),
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      note: () => {
        throw new Error(`${call.path} changes records, so the contract must say that it writes`);
      },
      say: (key) => {
        said = key;
      },
    };
    if (call.throttled) await takeAttempt(database, { [`${call.path}:${request.admin?.id}`]: perAccount });
    const key = request.headers['idempotency-key'];
    const run = async (inside: CallContext) => ({ data: (await handler(inside, params)) ?? null, said });
    const reply = call.writes ? await runWrite(context, { key: keyOf(key), params, started }, run) : await run(context);
    return envelope(request, reply.said, {}, 1, reply.data);
  };
}

function keyOf(header: string | string[] | undefined): string | undefined {
  const key = Array.isArray(header) ? header[0] : header;
  if (key !== undefined && !/^[\x21-\x7e]{8,100}$/.test(key)) throw new CallError('body_unreadable');
  return key;
}

function handlerOf({ call, entity, role }: RoutedCall): AnyHandler {
  const own = (handlers as unknown as Partial<Record<string, AnyHandler>>)[call.path];
  if (own) return own;
  if (!entity || !role) throw new Error(`${call.path} has no handler`);
  return byRole[role](entity, call);
}
