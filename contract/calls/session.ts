import { get, post } from '../call.ts';
import { visitorLog } from '../entities/logs.ts';
import { bool, flag, int, ref, text, time } from '../fields.ts';
import { logout } from './auth.ts';
import { checkLinks } from './check.ts';
import { getCos } from './cloud.ts';
import { passkeys } from './passkey.ts';

/** Parsed from the `User-Agent`: browser and system with their major version, empty if unknown. */
const { device, browser, os } = visitorLog.fields;

/** The caller's live sessions: the current one first, then by last use. */
export const sessions = get('auth.auth/sessions', {
  title: '登录设备',
  access: 'signed-in',
  extension: 'sessions',
  returns: [
    {
      id: int({ required: true }),
      ip: text(60),
      user_agent: text(300),
      device,
      browser,
      os,
      create_time: time({ required: true }),
      last_seen: time({ required: true }),
      current: bool(),
    },
  ],
});

/**
 * From now on the session reads as this administrator, or anyone with this role, does, and changes nothing. It is
 * refused if they have more rights than the caller.
 */
export const viewAs = post('base.admin/viewAs', {
  title: '以他人身份查看',
  extension: 'viewAs',
  writes: true,
  params: { admin: ref('admin'), role: ref('role') },
});

/** Ends the view: the session acts as its own administrator again. */
export const endView = post('base.admin/endView', {
  title: '结束以他人身份查看',
  access: 'signed-in',
  extension: 'viewAs',
  writes: true,
});

/** The only writes that are allowed while one looks at somebody else's console. */
export const whileViewing: readonly string[] = [endView.path, logout.path];
/**
 * Reads that are refused meanwhile: they tell about the account itself, hand out means to write, or use up its
 * attempts.
 */
export const notWhileViewing: readonly string[] = [sessions.path, passkeys.path, getCos.path, checkLinks.path];

/** Ends one of the caller's sessions, or all but the current one. */
export const revokeSession = post('auth.auth/revokeSession', {
  title: '退出登录设备',
  access: 'signed-in',
  extension: 'sessions',
  writes: true,
  params: { id: int({ min: 1 }), all: flag() },
});

/** These calls take the token of the link in the mail about a sign-in from a new device. */
const ofLink = { access: 'public', extension: 'devices', perMinute: 30 } as const;
const linkToken = { token: text(64, { required: true, writeOnly: true }) };

/**
 * Tells which session the link would end, as far as the mail does. It is a POST, so that no address contains the token.
 */
export const newSession = post('auth.auth/newSession', {
  ...ofLink,
  title: '新设备的登录',
  params: linkToken,
  returns: { ip: text(60), device, browser, os, create_time: time({ required: true }) },
});

/**
 * Ends that session and forgets its device and network. The link works only once; the reply to an unknown one is the
 * same.
 */
export const endNewSession = post('auth.auth/endNewSession', {
  ...ofLink,
  title: '结束新设备的登录',
  params: linkToken,
});
