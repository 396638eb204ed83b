import { hash, randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../../contract/call.ts';
import { confirm, confirmedMinutes, login } from '../../contract/calls/auth.ts';
import { anyRuleOf, calls, findEntity, type RoutedCall } from '../../contract/index.ts';
import { preferredLanguage } from '../../contract/languages.ts';
import { admit, assertRuleOfParams, authorizeInTransaction, tokenOf } from '../auth/admit.ts';
import { attemptLimits, takeAttempt } from '../auth/limits.ts';
import { rememberHeldRules } from '../auth/ownRules.ts';
import { assertForPeople, assertRule, mayCall, withoutUnreadableRecord } from '../auth/rights.ts';
import { slowEvent, slowMs } from '../core/diagnostics.ts';
import { CallError } from '../core/errors.ts';
import type { MessageKey } from '../core/messages.ts';
import { openSecrets } from '../core/secrets.ts';
import type { Settings } from '../core/settings.ts';
import type { Database } from '../database/tables.ts';
import type { AppServices, CallContext, Download, Received, SignedIn, Upload } from '../engine/callContext.ts';
import { onlyDeclared } from '../engine/onlyDeclared.ts';
import { schemaErrors } from '../engine/refusal.ts';
import { type JsonSchema, paramsSchema, readForm, refusalSchema, replySchema, tagOf } from '../engine/schema.ts';
import { firstReply, runWrite } from '../engine/write/transaction.ts';
import { type DecoderLimits, openDecoder } from '../media/decoder.ts';
import type { Outside } from '../media/remote/outside.ts';
import { openUploads, readUpload, type TakeUpload } from '../media/uploads.ts';
import { bodyLimitOf } from './bodyLimit.ts';
import { beginTimeout, signalOfEnd } from './callTimeout.ts';
import { dispositionOf } from './dispositionOf.ts';
import { handlerOf } from './handlerOf.ts';
import { type AfterReply, afterReplies, backupsInBackground } from './plugins/background.ts';
import { maxFields } from './plugins/bodies.ts';
import { envelope } from './plugins/errors.ts';
import { countingWrites, reading } from './readReplica.ts';

type Values = Record<string, unknown>;

const slowBodyMs = 1000;

export async function contractRoutes(
  app: FastifyInstance,
  database: Database,
  settings: Settings,
  { outside, decoding }: { outside: Outside; decoding: DecoderLimits | undefined },
): Promise<void> {
  const all = [...calls.values()];
  const decoder = openDecoder(decoding);
  app.addHook('onClose', () => decoder.close());
  const secrets = openSecrets(settings);
  const backups = backupsInBackground(app, { database, settings, secrets });
  const services: RouteServices = { database, settings, secrets, outside, decoder, backups, later: afterReplies(app) };
  const take = openUploads(database, settings);
  for (const routed of all.filter(({ call }) => !call.upload)) routesOf(app, routed, services, take);
  // Only these routes read multipart forms.
  await app.register(async (inside) => {
    await inside.register(multipart);
    for (const routed of all.filter(({ call }) => call.upload)) routesOf(inside, routed, services, take);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    upload?: Upload | undefined;
    received?: Received | undefined;
  }
}

type RouteServices = AppServices & { later: AfterReply };

function routesOf(app: FastifyInstance, routed: RoutedCall, services: RouteServices, take: TakeUpload): void {
  const { call } = routed;
  const handler = answer(routed, services);
  const handle: typeof handler = async (request, response, params) => {
    try {
      return await handler(request, response, params);
    } catch (error) {
      const caller = { db: services.database.db, admin: request.admin };
      throw await withoutUnreadableRecord(caller, error, readCallOf(routed, params));
    }
  };
  for (const verb of [call.verb, ...(call.also ? [call.also] : [])]) {
    const part = verb === 'GET' ? 'query' : 'body';
    const parameters = schemaOf(call);
    const { upload } = call;
    const forms = ['application/x-www-form-urlencoded', 'application/json'];
    app.route({
      method: verb,
      url: `/api/${call.path}`,
      bodyLimit: bodyLimitOf(call),
      config: { routed, ...(call.perMinute && { rateLimit: { max: call.perMinute, timeWindow: 60_000 } }) },
      schema: {
        summary: call.title,
        tags: [tagOf(call)],
        // Each HTTP method of a call is an operation of its own.
        operationId: [...call.path.split('/'), ...(verb === call.verb ? [] : [verb.toLowerCase()])].join('.'),
        description: describe(routed),
        ...(verb === 'GET' ? { querystring: parameters } : { body: parameters }),
        ...(verb === 'POST' && { consumes: upload ? ['multipart/form-data'] : forms }),
        response: { 200: replySchema(call), '4xx': refusalSchema },
        security: call.access === 'public' ? [] : [{ token: [] }],
      },
      ...(upload && 'toDisk' in upload
        ? {
            // The form is read, and then validated, while the file arrives.
            attachValidation: true,
            handler: (request: FastifyRequest, response: FastifyReply) =>
              take(
                request,
                () => admit(services.database, request),
                async (fields, received) => {
                  request.received = received;
                  return handle(request, response, readLike(request, call, fields));
                },
              ),
          }
        : {
            preValidation: async (request: FastifyRequest) => {
              if (upload) Object.assign(request, await readUpload(request, upload.max));
              if (part === 'body') request.body ??= {};
              readParams(routed, request[part]);
            },
            handler: (request: FastifyRequest, response: FastifyReply) =>
              handle(request, response, { ...(request[part] as Values) }),
          }),
    });
  }
}

/**
 * Returns the call that reads the records of a conflict: the declared one, else the list of the call's entity or of the
 * one that `entity` names.
 */
const readCallOf = ({ call, entity }: RoutedCall, { entity: named }: Values): Call | undefined =>
  call.readBy ? calls.get(call.readBy)?.call : (entity ?? findEntity(String(named)))?.calls.list;

const schemas = new WeakMap<object, JsonSchema>();

/** The schema is cached per call, so that it is compiled once. */
function schemaOf(call: Pick<Call, 'params' | 'draft' | 'open'>): JsonSchema {
  const known = schemas.get(call.params);
  if (known) return known;
  const schema = paramsSchema(call);
  schemas.set(call.params, schema);
  return schema;
}

const confirmedWhen = { always: '须在', sometimes: '部分修改须在' } as const;

function describe({ call }: RoutedCall): string {
  const rule = `需权限 ${[anyRuleOf(call), call.orRule].filter(Boolean).join(' 或 ')}`;
  const access = { public: '无需登录', 'signed-in': '需登录', rule }[call.access];
  const parts = [
    access,
    call.perMinute && `每个地址每分钟最多 ${call.perMinute} 次`,
    call.perDay && `每个地址每天最多 ${call.perDay} 次`,
    call.confirmed &&
      `${confirmedWhen[call.confirmed]} ${confirmedMinutes} 分钟内登录过或确认过身份（${confirm.path}）`,
  ];
  return parts.filter(Boolean).join('，');
}

function readParams({ call }: RoutedCall, raw: unknown): void {
  if (typeof raw !== 'object' || raw === null) return;
  // A refusal names each unknown field, so their number is limited.
  if (Object.keys(raw).length > maxFields) throw new CallError('body_unreadable');
  readForm(call.params, raw as Values);
}

/** Ignores an origin that is not allowed, because a page of another site sends its own. */
function originOf({ headers, protocol, host }: FastifyRequest, { corsOrigins }: Settings): string {
  const { origin = '' } = headers;
  return corsOrigins.includes(origin) ? origin : `${protocol}://${host}`;
}

function answer(routed: RoutedCall, { later, ...services }: RouteServices) {
  const { call } = routed;
  const { database } = services;
  const handler = handlerOf(routed);
  return async (request: FastifyRequest, response: FastifyReply, params: Values) => {
    const started = performance.now();
    // A session or a right may have ended while a body came slowly.
    if (call.access !== 'public' && response.elapsedTime > slowBodyMs) await admit(database, request);
    assertRuleOfParams(call, request, params);
    beginTimeout(request, call);
    const key = keyOf(request.headers['idempotency-key'], request.admin);
    let said: MessageKey = call.writes ? 'saved' : 'ok';
    const context: CallContext = {
      db: database.db,
      ...services,
      ...(database.replica && request.admin && { database: countingWrites(database, request.admin.sessionId) }),
      admin: request.admin,
      routed,
      token: tokenOf(request),
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      origin: originOf(request, services.settings),
      language: preferredLanguage(request.headers['accept-language']),
      isGone: () => request.socket.destroyed || request.socket.readableEnded,
      untilLate: () => signalOfEnd(response.raw, call, started),
      admitAgain: async (uses = []) => {
        await admit(database, request);
        assertRuleOfParams(call, request, params);
        for (const used of uses) await assertRule({ db: database.db, admin: request.admin }, used);
      },
      mayCall: (other) => mayCall({ db: database.db, admin: request.admin }, other),
      file: request.upload,
      received: request.received,
      read: (like, raw) => readLike(request, like, raw),
      perform: async (inside, path, raw) => {
        const target = calls.get(path);
        if (!target) throw new Error(`there is no call ${path}`);
        await authorizeInTransaction(database, request, inside.db, target.call);
        assertForPeople(inside, target.call);
        const params = readLike(request, target.call, raw);
        const targetHandler = handlerOf(target);
        const part: CallContext = { ...inside, isPart: true };
        return targetHandler(part, params, await targetHandler.before?.(part, params));
      },
      step: (name, about, logged, work) => {
        beginTimeout(request, call);
        return runWrite(
          context,
          { key: key && `${key}.${name}`, params: about, logged, started: performance.now() },
          work,
        );
      },
      firstReply: (name, about) => firstReply(context, key && `${key}.${name}`, about),
      key,
      batch: call.batch ? batchName(request.admin, params.batch_key ?? key) : '',
      note: () => {
        throw new Error(`${call.path} changes records, so the contract must say that it writes`);
      },
      later: (event, work) => later(request, response, event, work),
      warn: (event, what) => request.log.warn({ event }, what),
      say: (key) => {
        said = key;
      },
    };
    if (call.throttled) await takeAttempt(database, attemptLimits(call, request.admin?.id ?? 0));
    const prepared = await handler.before?.(context, params);
    const run = async (inside: CallContext) => ({
      data: (await handler(inside, params, prepared)) ?? null,
      said,
    });
    if (call.file) return send(response, (await handler(context, params)) as Download);
    const isOne = call.writes && !call.steps;
    const reply = isOne
      ? await runWrite(context, { key, params, started }, async (inside) => {
          await authorizeInTransaction(database, request, inside.db, call);
          await rememberHeldRules(inside, request.heldRules ?? []);
          return run(inside);
        })
      : await reading(database, { routed, request }, (db) => run({ ...context, db }));
    warnIfSlow(request, call, performance.now() - started);
    const data = call.access === 'public' ? onlyDeclared(call.returns, reply.data) : reply.data;
    return envelope(request, reply.said, {}, 1, data);
  };
}

/** Warns of a slow call. Calls with a time of their own may take it, and attempts to sign in are slowed on purpose. */
function warnIfSlow({ log }: FastifyRequest, { path, timeoutMs }: Call, ms: number): void {
  if (ms > slowMs && !timeoutMs && path !== login.path)
    log.warn({ event: slowEvent }, `${path} took ${Math.round(ms)} ms`);
}

/**
 * Returns a name that is equal for equal keys of one administrator or program, so that nobody adds to another's batch.
 */
function batchName(admin: SignedIn | null, key: unknown = randomUUID()): string {
  return hash('sha256', `${admin?.id} ${admin?.programTokenId ?? ''} ${key}`, 'hex').slice(0, 32);
}

function readLike(request: FastifyRequest, like: Pick<Call, 'params' | 'draft' | 'open'>, raw: Values): Values {
  const values = { ...raw };
  readForm(like.params, values);
  const validate = request.compileValidationSchema(schemaOf(like));
  if (!validate(values)) throw schemaErrors(validate.errors as never);
  return values;
}

function send(response: FastifyReply, { name, type, stream }: Download) {
  response.header('content-disposition', dispositionOf('attachment', name));
  return response.type(type).send(stream);
}

/** Returns the key, which is another one for a program than for its owner. */
function keyOf(header: string | string[] | undefined, admin: SignedIn | null): string | undefined {
  const key = Array.isArray(header) ? header[0] : header;
  if (key !== undefined && !/^[\x21-\x7e]{8,100}$/.test(key)) throw new CallError('body_unreadable');
  return key && admin?.programTokenId ? `program ${admin.programTokenId} ${key}` : key;
}
