import { get, post } from '../call.ts';
import { int, json, ref, text, time } from '../fields.ts';

/** With which the tokens of programs begin. A session's token never does. */
export const programTokenPrefix = 'rtop_';

/** At most so many days until it ends, and requests in a minute. */
export const tokenLimits = { days: 366, perMinute: 6000, ofAdmin: 50 };

/** The caller's tokens for programs, latest first. The tokens themselves are not kept. */
export const listTokens = get('base.admin/listTokens', {
  title: '程序令牌',
  rule: 'base.admin/createToken',
  extension: 'tokens',
  returns: [
    {
      id: int({ required: true }),
      title: text(60),
      role: json<{ id: number; title: string }>()({ shape: { record: { id: int(), title: text(60) } } }),
      per_minute: int({ required: true }),
      create_time: time({ required: true }),
      expires: time({ required: true }),
      last_used: time(),
    },
  ],
});

/**
 * A token for a program, sent as `Authorization: Bearer …`. It has the rights and limits of a role: the caller's own; a super
 * administrator has to say which. It is answered once. It makes no calls of accounts and sessions, and ends with its time, with its
 * owner's account, and when the owner gets another role.
 */
export const createToken = post('base.admin/createToken', {
  title: '新增程序令牌',
  extension: 'tokens',
  screen: '/adminList',
  writes: true,
  confirmed: 'always',
  secret: true,
  params: {
    title: text(60, { required: true }),
    role: ref('role'),
    days: int({ required: true, min: 1, max: tokenLimits.days }),
    per_minute: int({ min: 1, max: tokenLimits.perMinute }),
  },
  returns: { id: int({ required: true }), token: text(100) },
});

/** Ends one of the caller's tokens at once. */
export const revokeToken = post('base.admin/revokeToken', {
  title: '撤销程序令牌',
  rule: 'base.admin/createToken',
  extension: 'tokens',
  writes: true,
  params: { id: int({ required: true, min: 1 }) },
});
