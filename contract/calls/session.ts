import { get, post } from '../call.ts';
import { visitorLog } from '../entities/logs.ts';
import { bool, flag, int, text, time } from '../fields.ts';

/** What a `User-Agent` says; browser and system with their major version, empty where it does not say. */
const { device, browser, os } = visitorLog.fields;

/** One's own live sessions: this one first, then as they were last used. */
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

/** Ends one of one's own sessions, or all but this one. */
export const revokeSession = post('auth.auth/revokeSession', {
  title: '退出登录设备',
  access: 'signed-in',
  extension: 'sessions',
  writes: true,
  params: { id: int({ min: 1 }), all: flag() },
});
