import type { AuthProvider, UserIdentity } from 'ra-core';
import type { Call, Returned } from '../contract/call.ts';
import { type CredentialJson, login, logout } from '../contract/calls/auth.ts';
import { backupPage } from '../contract/calls/backup.ts';
import { getAdminInfo } from '../contract/calls/console.ts';
import { passkeyLogin } from '../contract/calls/passkey.ts';
import { recycleBin } from '../contract/calls/recycle.ts';
import { systemPage } from '../contract/calls/system.ts';
import { agreement, autoConfig, systemConfig } from '../contract/configScreens.ts';
import type { CallName } from '../contract/entity.ts';
import { calls, entityList, ruleOf } from '../contract/index.ts';
import { CallFailure } from '../dataProvider/failure.ts';
import type { Features } from '../dataProvider/features.ts';
import { serverNow } from '../dataProvider/transport/connection.ts';
import type { Http } from '../dataProvider/transport/http.ts';
import type { Session } from './session.ts';

type Reply = Returned<typeof getAdminInfo>;
/** An administrator's id, or the name on a back end that sends no id (docs/contract.md, "Values"). */
export type AdminId = number | string;
export type AdminInfo = Omit<Reply, 'id'> & { id: AdminId };
/**
 * Blocks the console until the administrator has changed their password, or has set up a second factor whose deadline
 * has passed.
 */
type Gate = 'password' | 'factor';
export type Identity = UserIdentity & AdminInfo & { gate?: Gate | undefined };

const infoMs = 60_000;
const logoutDelayMs = 800; // docs/contract.md, "Limits"

export type Action = 'list' | 'create' | 'edit' | 'delete';

/** The calls of each resource with rights of its own: every entity, and the screens that are no entities. */
const callsOf = new Map<string, Partial<Record<CallName, Call>>>(
  [...entityList, agreement, recycleBin, systemConfig, autoConfig, systemPage, backupPage].map(({ name, calls }) => [
    name,
    calls,
  ]),
);

const callOfAction: Record<string, CallName> = {
  list: 'list',
  show: 'list',
  create: 'create',
  edit: 'update',
  delete: 'delete',
  export: 'list',
  /** Choosing a reference needs the rule of the `all` call, or of the list if there is none, or the call's `orRule`. */
  choose: 'all',
};

function callOf(action: string, resource: string): Call | undefined {
  const callName = callOfAction[action];
  const calls = callsOf.get(resource);
  return callName && (calls?.[callName] ?? (callName === 'all' ? calls?.list : undefined));
}

const actionOfCall: Record<CallName | 'save', Action> = {
  all: 'list',
  list: 'list',
  create: 'create',
  update: 'edit',
  save: 'edit',
  delete: 'delete',
};

export function actionOf(call: Call): { action: Action; resource: string } | undefined {
  const { entity, callName } = calls.get(call.path) ?? {};
  const action = callName && actionOfCall[callName];
  return entity && action && { action, resource: entity.name };
}

/** The rule that an action needs; undefined if it needs none or no call exists for it. */
export function ruleOfAction(action: Action, resource: string): string | undefined {
  const call = callOf(action, resource);
  return call && ruleOf(call);
}

/** Whether an administrator has a rule. A back end that sends none checks them itself (docs/contract.md, "Rights"). */
export function holds(admin: Partial<Pick<AdminInfo, 'rules'>>, rule: string): boolean {
  return admin.rules?.includes(rule) ?? true;
}

function gateOf({ must_change, factor_due }: AdminInfo): Gate | undefined {
  if (must_change) return 'password';
  return factor_due && Date.parse(factor_due) <= serverNow() ? 'factor' : undefined;
}

const toAdminInfo = (reply: Reply): AdminInfo => ({ ...reply, id: reply.id || reply.username });

type ConsoleAuth = AuthProvider & { forgetIdentity(): void };

/** A password or an SMS code. `passkey` is the second factor of a password; without a user name it signs in alone. */
export interface Credentials {
  username: string;
  password?: string;
  verify?: string;
  passkey?: CredentialJson;
}

interface Options {
  http: Http;
  session: Session;
  features: Features;
  /** The path of the sign-in page, including the router's base. */
  loginPath: string;
  /** The path of the same page after a log-out (console.md section 2). */
  logoutPath: string;
  /** Returns a text that identifies this browser. It is sent only to a back end that takes it. */
  device?: () => string;
}

/** Signs in with a token, reacts to a 401 and tells what the role allows (docs/contract.md, "Failures"). */
export function createAuthProvider({ http, session, features, loginPath, logoutPath, device }: Options): ConsoleAuth {
  let info: Promise<AdminInfo> | undefined;
  let askedAt = 0;
  let shownTo: AdminId | undefined;
  const ask = async () => {
    const admin = toAdminInfo(await http.call(getAdminInfo));
    shownTo = admin.id;
    return admin;
  };
  const adminInfo = () => {
    // The cache expires, so that new rights of the role show without a reload.
    if (Date.now() - askedAt > infoMs) info = undefined;
    if (!info) askedAt = Date.now();
    info ??= ask().catch((error) => {
      info = undefined;
      throw error;
    });
    return info;
  };
  session.subscribe(() => {
    info = undefined;
    if (session.status() === 'out') shownTo = undefined;
  });
  session.verifyBy(async () => {
    if (shownTo === undefined) return true;
    // `access: 'public'` sends the call at once: calls with access control wait for the result of this check.
    const { id } = toAdminInfo(await http.call({ ...getAdminInfo, access: 'public' }));
    return id === shownTo;
  });

  return {
    login: async ({ passkey, ...form }: Credentials) => {
      const known = device && features.knows(login, 'device') && { device: device() };
      const { token } = await (form.username || !passkey
        ? http.call(login, { password: '', verify: '', ...form, ...(passkey && { passkey }), ...known })
        : http.call(passkeyLogin, { passkey, ...known }));
      if (!token) throw new CallFailure('unreadable', '', 200);
      await session.begin(token);
    },
    logout: async () => {
      const isAsked = session.status() === 'in';
      // `access: 'public'` sends the call at once: others would wait for a sign-in if the session has ended meanwhile.
      if (isAsked && features.has('logout')) await http.call({ ...logout, access: 'public' }).catch(() => undefined);
      session.end();
      if (!isAsked) return loginPath;
      await new Promise((resolve) => setTimeout(resolve, logoutDelayMs));
      return logoutPath;
    },
    checkAuth: async () => {
      if (session.status() === 'out') throw { redirectTo: loginPath, message: false };
    },
    checkError: async (error) => {
      if (!(error instanceof CallFailure)) return;
      // The role has probably changed, so its rights are loaded again.
      if (error.kind === 'forbidden') info = undefined;
      if (error.kind !== 'unauthorized') return;
      // The previous screen keeps reading until the sign-in page has loaded. Each further sign-out would clear its
      // queries, and they would be read again.
      if (session.status() === 'out') throw { message: false, logoutUser: false };
      // The message is shown once, although several calls may fail with 401 (docs/contract.md, "Failures").
      const message = session.status() !== 'dead' && 'failure.unauthorized';
      session.die();
      throw { message };
    },
    getIdentity: async (): Promise<Identity> => {
      const admin = await adminInfo();
      return { ...admin, fullName: admin.nickname || admin.username, gate: gateOf(admin) };
    },
    forgetIdentity: () => {
      info = undefined;
    },
    canAccess: async ({ action, resource }) => {
      const call = callOf(action, resource);
      if (!call || !features.offers(call)) return false;
      const rule = ruleOf(call);
      if (rule === undefined) return true;
      const admin = await adminInfo();
      return holds(admin, rule) || (action === 'choose' && call.orRule !== undefined && holds(admin, call.orRule));
    },
  };
}
