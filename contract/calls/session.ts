import { get, post } from '../call.ts';
import { visitorLog } from '../entities/logs.ts';
import { bool, flag, int, text, time } from '../fields.ts';

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
      ...{ device, browser, os },
      create_time: time({ required: true }),
      last_seen: time({ required: true }),
      current: bool(),
    },
  ],
});

/** Ends one of the caller's sessions, or all but the current one. */
export const revokeSession = post('auth.auth/revokeSession', {
  title: '退出登录设备',
  access: 'signed-in',
  extension: 'sessions',
  writes: true,
  params: { id: int({ min: 1 }), all: flag() },
});
