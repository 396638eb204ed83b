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
 * From now on the session reads as this administrator does, or as anyone with this role, and changes nothing. Refused for
 * whoever has more rights than the caller.
 */
export const viewAs = post('base.admin/viewAs', {
  title: '以他人身份查看',
  extension: 'viewAs',
  writes: true,
  params: { admin: ref('admin'), role: ref('role') },
});

/** The session is its administrator's own again. */
export const endView = post('base.admin/endView', {
  title: '结束以他人身份查看',
  access: 'signed-in',
  extension: 'viewAs',
  writes: true,
});

/** The only writes while one looks at the console of somebody else. */
export const whileViewing: readonly string[] = [endView.path, logout.path];
/** Reads that tell of the account itself, hand out what one can write with, or use up attempts of the account. */
export const notWhileViewing: readonly string[] = [sessions.path, passkeys.path, getCos.path, checkLinks.path];

/** Ends one of the caller's sessions, or all but the current one. */
export const revokeSession = post('auth.auth/revokeSession', {
  title: '退出登录设备',
  access: 'signed-in',
  extension: 'sessions',
  writes: true,
  params: { id: int({ min: 1 }), all: flag() },
});

/** The token is that of the link in the mail about a sign-in from a new device. */
const ofLink = { access: 'public', extension: 'devices', perMinute: 30 } as const;
const linkToken = { token: text(64, { required: true, writeOnly: true }) };

/** What the link would end, as far as the mail says it too. It is a POST, so that the token is in no address. */
export const newSession = post('auth.auth/newSession', {
  ...ofLink,
  title: '新设备的登录',
  params: linkToken,
  returns: { ip: text(60), device, browser, os, create_time: time({ required: true }) },
});

/** Ends that session, and forgets its device and network. The link then works no more; an unknown one is answered alike. */
export const endNewSession = post('auth.auth/endNewSession', {
  ...ofLink,
  title: '结束新设备的登录',
  params: linkToken,
});
