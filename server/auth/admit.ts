import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Call, isRead } from '../../contract/call.ts';
import { previewLink } from '../../contract/calls/publishing.ts';
import { notWhileViewing, viewAs, whileViewing } from '../../contract/calls/session.ts';
import { programTokenPrefix } from '../../contract/calls/token.ts';
import { anyRuleOf, entityList, type RoutedCall, ruleOf } from '../../contract/index.ts';
import { CallError, lacksRule, tooMany } from '../core/errors.ts';
import { type DataVersions, oneAtATime } from '../database/dataVersion.ts';
import type { Database, Db } from '../database/tables.ts';
import { assertConfirmed } from '../engine/assertConfirmed.ts';
import { programUsername, type SignedIn } from '../engine/callContext.ts';
import { limitNames, roleLimitsOf } from '../engine/roleLimits.ts';
import { accountRefusal, factorDue } from './accountRefusal.ts';
import type { CallersRole } from './callersRole.ts';
import { isForPrograms } from './isForPrograms.ts';
import { findProgram, touchProgram } from './programTokens.ts';
import { callerOfRole, mayCall, rolesBeyond } from './rights.ts';
import { type FoundSession, findSession, isConfirmed, setView, touchSession } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admin: SignedIn | null;
    /** The rules of the call that the role holds; the built-in role needs none. Null for public calls. */
    heldRules: readonly string[] | null;
    /** How many writes the session has committed. */
    sessionWrites: number;
    /** The data versions when the session was read; null for public calls. */
    dataVersions: DataVersions | null;
  }
  interface FastifyContextConfig {
    routed?: RoutedCall;
  }
}

/** Returns the token: the whole `Authorization` header, or the part after `Bearer`. No other place is read. */
export function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer /i, '').trim();
}

/**
 * Checks token and rule of every call before its body is read (docs/contract.md, "Requests and replies"). If the rule
 * depends on a parameter, `assertRuleOfParams` follows.
 */
export function sessionGuard(app: FastifyInstance, database: Database): void {
  app.decorateRequest('admin', null);
  app.decorateRequest('heldRules', null);
  app.decorateRequest('sessionWrites', 0);
  app.decorateRequest('dataVersions', null);
  app.addHook('onRequest', (request) => admit(database, request));
}

/** Who makes the request, and with which role. */
interface Admitted {
  admin: SignedIn;
  role: CallersRole;
  dataVersions: string;
  writes: number;
  /** Why this call is refused in spite of the role's rules. */
  refusal?: CallError | undefined;
}

/**
 * Checks that the token's owner may make the call, and sets `request.admin`. It runs again after a slow body and
 * between the steps of long work, because session and rights may have ended and limits may be narrower. `admin` stays
 * the same object, so that all who hold it see the current state.
 * @param db the transaction in which this must hold
 * @throws CallError `unauthorized`, `must_change`, `factor_needed`, `viewing`, `view_over`, `program_call`, `too_many`,
 * `forbidden`, `confirm_needed`
 */
export async function admit(database: Database, request: FastifyRequest, db: Db = database.db): Promise<void> {
  const call = request.routeOptions.config.routed?.call;
  if (!call || call.access === 'public') return;
  const token = tokenOf(request);
  const find = token.startsWith(programTokenPrefix) ? programOf : sessionOf;
  const { admin, role, refusal, ...found } = await find(database, request, { db, token, call });
  const dataVersions: DataVersions = JSON.parse(found.dataVersions) ?? {};
  const heldRules: string[] = JSON.parse(role.held);
  // The built-in role has no limits, whatever its record says.
  if (!admin.isSuper) admin.limits = await roleLimitsOf(db, admin.id, role, dataVersions.column ?? 0);
  const current = Object.assign(request.admin ?? {}, { limits: undefined, factorDue: undefined }, admin);
  // This comes before the refusals, because the operation log names refused administrators too.
  Object.assign(request, { admin: current, dataVersions, heldRules, sessionWrites: found.writes });
  if (refusal) throw refusal;
  if (call.access === 'rule' && !admin.isSuper && heldRules.length === 0) throw lacksRule(anyRuleOf(call));
  if (call.confirmed === 'always') assertConfirmed({ admin });
}

/**
 * Whether a call writes accounts, roles, sessions, tokens, factors or preview links, which outlast the session that
 * makes them. Programs may not make these calls, except for preview links, nor those that test mail and SMS.
 */
const handsOutAccess = (call: Call) =>
  Boolean(call.writes) && call.access !== 'public' && (!isForPrograms(call) || call.path === previewLink.path);

/**
 * Decides calls that hand out access by the state within their own transaction, one call at a time. A session that
 * ended while the body was on its way, or a role that was narrowed, leaves nothing behind.
 * @param call that the transaction makes: the request's own, or another in its name
 * @throws CallError as `admit`
 */
export async function authorizeInTransaction(
  database: Database,
  request: FastifyRequest,
  db: Db,
  call: Call,
): Promise<void> {
  if (!handsOutAccess(call)) return;
  await oneAtATime(db, 'access');
  await admit(database, request, db);
}

type Asked = { db: Db; token: string; call: Call };

async function sessionOf(database: Database, request: FastifyRequest, { db, token, call }: Asked): Promise<Admitted> {
  const session = await findSession(db, token, call);
  if (!session) throw new CallError('unauthorized');
  const isView = session.view_admin !== null || session.view_role !== null;
  const isViewing = isView && !whileViewing.includes(call.path);
  if (isViewing && !(await mayStillView(db, session))) {
    const end = (inside: Db) => setView(inside, session.sessionId, { view_admin: null, view_role: null });
    // This refusal rolls a transaction back, so there the view is ended by the next request.
    if (!db.isTransaction) await database.transaction(end);
    throw new CallError('view_over');
  }
  const refusalOf = () => {
    const why = accountRefusal(session, call.path);
    if (why) return new CallError(why);
    return isViewing && !mayWhileViewing(call) ? new CallError('viewing') : undefined;
  };
  const refusal = refusalOf();
  // A read does not wait for a write lock. If this fails, the next request stores the time of use.
  if (!refusal && !db.isTransaction) touchSession(database, session)?.catch((error) => request.log.warn(error));
  const admin = {
    id: (isViewing && session.view_admin) || session.id,
    username: (isViewing && session.viewed) || session.username,
    sessionId: session.sessionId,
    roleId: session.roleId,
    isSuper: session.built_in === 1,
    mustChange: session.must_change === 1,
    factorDue: factorDue(session),
    isConfirmed: isConfirmed(session),
    ...(isViewing && { viewer: { id: session.id, username: session.username } }),
  };
  return { admin, role: session, dataVersions: session.dataVersions, writes: session.writes, refusal };
}

async function programOf(database: Database, request: FastifyRequest, { db, token, call }: Asked): Promise<Admitted> {
  const program = await findProgram(db, token, call);
  if (!program) throw new CallError('unauthorized');
  // Long work counts as one call, however often it is admitted again.
  if (!request.admin) {
    const taken = await request.server.windows.take(`token ${program.tokenId}`, program.per_minute, 60_000);
    if (taken.isOver) throw tooMany(Math.ceil(taken.msLeft / 1000));
  }
  if (!db.isTransaction) touchProgram(database, program)?.catch((error) => request.log.warn(error));
  const admin = {
    id: program.id,
    username: programUsername(program.username, program.title),
    sessionId: 0,
    roleId: program.roleId,
    isSuper: program.built_in === 1,
    mustChange: false,
    isConfirmed: true,
    programTokenId: program.tokenId,
  };
  const refusal = isForPrograms(call) ? undefined : new CallError('program_call');
  return { admin, role: program, dataVersions: program.dataVersions, writes: 0, refusal };
}

/**
 * Whether the own role still holds the right to look, and every right of the other role: rights change while one looks.
 */
async function mayStillView(db: Db, session: FoundSession): Promise<boolean> {
  const own = await db
    .selectFrom('admin')
    .innerJoin('role', 'role.id', 'admin.groupId')
    .select(['role.id', 'role.built_in', ...limitNames])
    .where('admin.id', '=', session.id)
    .executeTakeFirstOrThrow();
  const viewer = await callerOfRole(db, own, session);
  if (!(await mayCall({ db, admin: viewer }, viewAs))) return false;
  return !(session.view_admin && viewer.limits) && !(await rolesBeyond(db, viewer, session.roleId)).has(session.roleId);
}

const lists = new Set(entityList.map((entity) => entity.calls.list.path));

/** Whether the call changes nothing and tells nothing of the account itself. */
const mayWhileViewing = (call: Call) =>
  (isRead(call) || lists.has(call.path)) && !call.throttled && !call.confirmed && !notWhileViewing.includes(call.path);

/**
 * Runs after `admit`, once the parameters are read.
 * @throws CallError `forbidden` where the rule depends on a parameter
 */
export function assertRuleOfParams(
  call: Call,
  { admin, heldRules }: FastifyRequest,
  params: Readonly<Record<string, unknown>>,
) {
  const rule = call.ruleByParam && ruleOf(call, params);
  if (rule && !admin?.isSuper && !heldRules?.includes(rule)) throw lacksRule(rule);
}
