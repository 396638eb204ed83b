import type { Call } from '../../contract/call.ts';
import { confirmedMinutes } from '../../contract/calls/auth.ts';
import type { SystemItemName } from '../../contract/configItems.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { configNumber } from '../config/config.ts';
import { latestPlausibleTime } from '../core/clock.ts';
import { hashToken, newToken } from '../core/tokens.ts';
import { dataVersionsJson } from '../database/dataVersion.ts';
import { prepared } from '../database/statements.ts';
import type { Database, Db } from '../database/tables.ts';
import { type FactorDemand, factorSince } from './accountRefusal.ts';
import { askedRules, type CallersRole, callersRole } from './callersRole.ts';

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const touchMs = 60_000; // the time of last use is written at most once a minute

const ago = (ms: number) => toIsoSeconds(new Date(Date.now() - ms));

/** Starts a session, with its identity confirmed. Only the SHA-256 of its token, 32 random bytes, is stored. */
export async function startSession(
  db: Db,
  adminId: number,
  peer: { ip: string; userAgent: string; device: string },
): Promise<{ token: string; expires: string }> {
  const token = newToken();
  const now = ago(0);
  const limits = (await limitsOf(db, {}))[0];
  const expires = ago(-configNumber('session_days', limits?.days) * dayMs);
  await db.deleteFrom('session').where('expires', '<', now).execute();
  await db
    .insertInto('session')
    .values({
      admin_id: adminId,
      token_hash: hashToken(token),
      ip: peer.ip,
      device: peer.device,
      user_agent: peer.userAgent.slice(0, 300),
      create_time: now,
      last_seen: now,
      confirmed_time: now,
      expires,
    })
    .execute();
  await endSessionsBeyond(db, adminId, configNumber('session_limit', limits?.most));
  return { token, expires };
}

/** Ends the least recently used sessions (their times of use are exact to a minute). @param most 0 allows any number */
async function endSessionsBeyond(db: Db, adminId: number, most: number): Promise<void> {
  if (most === 0) return;
  const kept = (await livingSessions(db, adminId)).slice(0, most).map(({ id }) => id);
  await db.deleteFrom('session').where('admin_id', '=', adminId).where('id', 'not in', kept).execute();
}

interface Limits {
  idleHours: string | null;
  days: string | null;
}

export interface FoundSession extends Limits, CallersRole, FactorDemand {
  sessionId: number;
  last_seen: string;
  create_time: string;
  writes: number;
  confirmed_time: string | null;
  view_admin: number | null;
  view_role: number | null;
  viewed: string | null;
  /** Id of whoever signed in, whosever console the session looks at. */
  id: number;
  username: string;
  must_change: number;
  dataVersions: string;
}

const itemValue = (db: Db, name: SystemItemName) =>
  db.selectFrom('config_item').select('value').where('en_name', '=', name);
const setLimits = (db: Db) =>
  [itemValue(db, 'session_idle_hours').as('idleHours'), itemValue(db, 'session_days').as('days')] as const;
const limitsOf = prepared<Limits & { most: string | null }>((db) =>
  db.selectNoFrom([...setLimits(db), itemValue(db, 'session_limit').as('most')]),
);

/** Whether a session is within its limits. Times in the future come from a clock that was ahead and prolong it. */
const isLiving = (times: { last_seen: string; create_time: string }, { idleHours, days }: Limits) =>
  times.last_seen <= latestPlausibleTime() &&
  times.create_time <= latestPlausibleTime() &&
  times.last_seen > ago(configNumber('session_idle_hours', idleHours) * hourMs) &&
  times.create_time > ago(configNumber('session_days', days) * dayMs);

const sessionOf = prepared<FoundSession>((db, param) =>
  db
    .selectFrom('session')
    .innerJoin('admin', 'admin.id', 'session.admin_id')
    .leftJoin('admin as viewed', 'viewed.id', 'session.view_admin')
    .innerJoin('role', (join) =>
      join.on((on) => on('role.id', '=', on.fn.coalesce('session.view_role', 'viewed.groupId', 'admin.groupId'))),
    )
    .innerJoin('role as own', 'own.id', 'admin.groupId')
    .where('session.token_hash', '=', param('hash'))
    .where('session.expires', '>', param('now'))
    .where('admin.status', '=', 1)
    .select([
      'session.id as sessionId',
      'session.last_seen',
      'session.create_time',
      'session.writes',
      'session.confirmed_time',
      'session.view_admin',
      'session.view_role',
      'viewed.username as viewed',
      'admin.id',
      'admin.username',
      'admin.must_change',
      'admin.create_time as registered',
      'own.factor_days',
    ])
    .select(factorSince)
    .select([...setLimits(db), dataVersionsJson(db).as('dataVersions')])
    .select(callersRole(db, param)),
);

/** Reads everything in one query per request, so that a session ends together with its account, status or role. */
export async function findSession(db: Db, token: string, call?: Call): Promise<FoundSession | undefined> {
  if (!token || token.length > 100) return undefined;
  const [found] = await sessionOf(db, { hash: hashToken(token), now: ago(0), ...askedRules(call) });
  return found && isLiving(found, found) ? found : undefined;
}

/**
 * Whether the confirmation still counts. A time in the future comes from a clock that was ahead, and confirms nothing.
 */
export const isConfirmed = ({ confirmed_time: time }: Pick<FoundSession, 'confirmed_time'>): boolean =>
  time !== null && time > ago(confirmedMinutes * 60_000) && time <= latestPlausibleTime();

/** @returns whether the session is still there */
export async function confirmSession(db: Db, sessionId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ confirmed_time: ago(0) })
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function livingSessions(db: Db, adminId: number) {
  const [limits] = await limitsOf(db, {});
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'ip', 'user_agent', 'create_time', 'last_seen'])
    .where('admin_id', '=', adminId)
    .where('expires', '>', ago(0))
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return sessions.filter((session) => isLiving(session, limits ?? { idleHours: null, days: null }));
}

/** Ends the views of sessions that look at an administrator or a role. */
export async function endViewsOf(db: Db, whose: { view_admin: number } | { view_role: number }): Promise<void> {
  const views = db.updateTable('session').set({ view_admin: null, view_role: null });
  const ofIt =
    'view_admin' in whose
      ? views.where('view_admin', '=', whose.view_admin)
      : views.where('view_role', '=', whose.view_role);
  await ofIt.execute();
}

/** Sets whose console the session looks at. @param whose both null for its own console */
export async function setView(
  db: Db,
  sessionId: number,
  whose: { view_admin: number | null; view_role: number | null },
): Promise<void> {
  await db.updateTable('session').set(whose).where('id', '=', sessionId).execute();
}

export async function endPreviews(db: Db, adminId: number): Promise<void> {
  await db.deleteFrom('preview_token').where('admin_id', '=', adminId).execute();
}

/** Ends an administrator's sessions, and the preview links that may have been made in them. */
export async function endSessions(db: Db, adminId: number, except = 0): Promise<void> {
  await endPreviews(db, adminId);
  await db.deleteFrom('session').where('admin_id', '=', adminId).where('id', '<>', except).execute();
}

/** Stores the time of use, at most once a minute. */
export function touchSession(database: Database, { sessionId, last_seen }: FoundSession): Promise<unknown> | undefined {
  if (last_seen >= ago(touchMs) && last_seen <= ago(0)) return undefined;
  return database.transaction((db) =>
    db
      .updateTable('session')
      .set({ last_seen: ago(0) })
      .where('id', '=', sessionId)
      .execute(),
  );
}
