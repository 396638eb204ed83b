import type { AuthProvider, UserIdentity } from 'ra-core';
import { agreement } from '../contract/agreement.ts';
import type { Call, Returned } from '../contract/call.ts';
import { login, logout } from '../contract/calls/auth.ts';
import { getAdminInfo } from '../contract/calls/console.ts';
import { autoConfig, systemConfig } from '../contract/configScreens.ts';
import type { Role } from '../contract/entity.ts';
import { calls, type EntityName, entities, ruleOf } from '../contract/index.ts';
import { CallFailure } from '../dataProvider/failure.ts';
import type { Features } from '../dataProvider/features.ts';
import type { Http } from '../dataProvider/http.ts';
import type { Session } from './session.ts';

type Told = Returned<typeof getAdminInfo>;
/** A back end that tells no id (docs/contract.md, "Values") knows its administrators by their names. */
export type AdminId = number | string;
export type AdminInfo = Omit<Told, 'id'> & { id: AdminId };
export type Identity = UserIdentity & AdminInfo;

/** How long what is known of the administrator holds. */
const infoMs = 60_000;
const logoutDelayMs = 800; // docs/contract.md, "Limits"

/** What one may do with the records of an entity, in react-admin's words. */
export type Action = 'list' | 'create' | 'edit' | 'delete';

/** What has rights of its own: every entity, and the agreement and the configuration, which are none. */
const resources = { ...entities, agreement, [systemConfig.name]: systemConfig, [autoConfig.name]: autoConfig };

/** react-admin's actions as the roles of an entity's calls. */
const roleOfAction: Record<string, Role> = {
  list: 'list',
  show: 'list',
  create: 'create',
  edit: 'update',
  delete: 'delete',
  export: 'list',
  /** Reading what a form needs takes the rule of the `all` call, or of the list where there is none, or the call's `orRule`. */
  choose: 'all',
};

function callOf(action: string, resource: string): Call | undefined {
  const role = roleOfAction[action];
  const calls: Partial<Record<Role, Call>> | undefined = resources[resource as EntityName]?.calls;
  return role && (calls?.[role] ?? (role === 'all' ? calls?.list : undefined));
}

const actionOfRole: Record<Role | 'save', Action> = {
  all: 'list',
  list: 'list',
  create: 'create',
  update: 'edit',
  save: 'edit',
  delete: 'delete',
};

/** What a call does with the records of which entity; undefined where it is not one entity's own. */
export function actionOf(call: Call): { action: Action; resource: string } | undefined {
  const { entity, role } = calls.get(call.path) ?? {};
  const action = role && actionOfRole[role];
  return entity && action && { action, resource: entity.name };
}

/** The rule that an action needs; undefined where it needs none, or there is no call for it. */
export function ruleOfAction(action: Action, resource: string): string | undefined {
  const call = callOf(action, resource);
  return call && ruleOf(call);
}

/** Whether an administrator holds a rule. A back end that tells no rules refuses by itself (docs/contract.md, "Rights"). */
export function holds(admin: Partial<Pick<AdminInfo, 'rules'>>, rule: string): boolean {
  return admin.rules?.includes(rule) ?? true;
}

const identified = (told: Told): AdminInfo => ({ ...told, id: told.id || told.username });

/** `forgetIdentity`: who one is and what the role may do is asked anew when it is needed next. */
type ConsoleAuth = AuthProvider & { forgetIdentity(): void };

interface Options {
  http: Http;
  session: Session;
  features: Features;
  /** Where signed-out people go: a path with the router's base. */
  loginPath: string;
}

/** Token sign-in, the 401 path and the rules of the role, as react-admin asks for them (docs/contract.md, "Failures"). */
export function createAuthProvider({ http, session, features, loginPath }: Options): ConsoleAuth {
  let info: Promise<AdminInfo> | undefined;
  let askedAt = 0;
  /** Whose work is on the screen. */
  let shownTo: AdminId | undefined;
  const ask = async () => {
    const admin = identified(await http.call(getAdminInfo));
    shownTo = admin.id;
    return admin;
  };
  const adminInfo = () => {
    // What a role gains shows without a reload.
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
    // Asked while all else waits for the answer.
    const { id } = identified(await http.call({ ...getAdminInfo, access: 'public' }));
    return id === shownTo;
  });

  return {
    login: async (form: { username: string; password?: string; verify?: string }) => {
      const { token } = await http.call(login, { password: '', verify: '', ...form });
      if (!token) throw new CallFailure('unreadable', '', 200);
      await session.begin(token);
    },
    logout: async () => {
      const isAsked = session.status() === 'in';
      if (isAsked && features.has('logout')) await http.call(logout).catch(() => undefined);
      session.end();
      if (isAsked) await new Promise((resolve) => setTimeout(resolve, logoutDelayMs));
      return loginPath;
    },
    checkAuth: async () => {
      if (session.status() === 'out') throw { redirectTo: loginPath, message: false };
    },
    checkError: async (error) => {
      if (!(error instanceof CallFailure)) return;
      // The role is not what it was: what it has is asked anew.
      if (error.kind === 'forbidden') info = undefined;
      if (error.kind !== 'unauthorized') return;
      // Said once, and always so (docs/contract.md, "Failures"): other calls may end with it too.
      const message = session.status() !== 'dead' && 'failure.unauthorized';
      session.die();
      throw { message };
    },
    getIdentity: async (): Promise<Identity> => {
      const admin = await adminInfo();
      return { ...admin, fullName: admin.nickname || admin.username };
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
