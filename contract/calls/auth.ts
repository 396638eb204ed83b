import { get, post } from '../call.ts';
import { choice, flag, image, int, json, password, text, time } from '../fields.ts';
import { patterns } from '../formats.ts';
import { passwordLimits } from '../passwordLimits.ts';

/**
 * With `password`, and the code of the second factor as `verify` where that is on (428 asks for it); or by SMS: the
 * number as `username`, its code as `verify`.
 */
export const login = post('auth.auth/login', {
  title: '登录',
  access: 'public',
  perMinute: 240,
  params: {
    username: text(60, { required: true }),
    password: password({ max: passwordLimits.max }),
    verify: text(20, { writeOnly: true }),
  },
  returns: { token: text(64), expires: time() },
});

/** Code 1 while the token is alive, else code 0 at HTTP 200. Does not count as use of the session. */
export const checkLogin = get('auth.auth/checkLogin', {
  title: '检查登录',
  access: 'public',
  /** Another text than before: what the administrator may do, or what the menu shows, may have changed. */
  returns: { rights: text(60) },
});

/** What the sign-in screen needs. Where `extensions` is missing the back end has none of ours (docs/contract.md, "Back ends without extensions"). */
export const ini = get('auth.auth/ini', {
  title: '登录页信息',
  access: 'public',
  returns: { web_title: text(200), web_logo: image(), sms: flag(), extensions: json<string[]>()() },
});

/** Sends a code to sign in with, where an administrator has this number; the answer is the same where none has. */
export const sendVerify = post('auth.auth/sendVerify', {
  title: '发送短信验证码',
  access: 'public',
  perMinute: 240,
  extension: 'sms',
  params: { mobile: text(30, { required: true, pattern: patterns.phone }) },
  /** Until another may be asked for. */
  returns: { seconds: int({ required: true }) },
});

/**
 * The second factor. `begin` takes the password, and where it is on already a code of the old one; it answers the secret
 * as `uri` and ten recovery codes, once. Nothing changes until `confirm` with a code of the new secret. `end` takes
 * password and code. The others answer empty values.
 */
export const totp = post('auth.auth/totp', {
  title: '两步验证',
  access: 'signed-in',
  extension: 'totp',
  writes: true,
  throttled: true,
  secret: true,
  params: {
    action: choice(['begin', 'confirm', 'end'], { required: true }),
    code: text(20, { writeOnly: true }),
    password: password({ max: passwordLimits.max }),
  },
  returns: { uri: text(500), recovery: json<string[]>()() },
});

/** Turns off the second factor of another administrator, who has lost it. */
export const endTotp = post('base.admin/endTotp', {
  title: '关闭两步验证',
  extension: 'totp',
  writes: true,
  params: { aid: int({ required: true, min: 1 }) },
});

export const logout = post('auth.auth/logout', { title: '退出登录', access: 'signed-in', extension: 'logout' });

/** Ends every other session of the administrator. */
export const changePassword = post('auth.auth/changePassword', {
  title: '修改密码',
  access: 'signed-in',
  extension: 'changePassword',
  writes: true,
  throttled: true,
  params: {
    password: password({ required: true, max: passwordLimits.max }),
    new_password: password({ required: true, ...passwordLimits }),
  },
});

/** What an administrator has set: list columns, theme, density, open screens (docs/contract.md, "Calls"). */
export const preferences = get('auth.auth/preferences', {
  title: '个人偏好',
  access: 'signed-in',
  extension: 'preferences',
  returns: [{ name: text(100), value: json<unknown>()() }],
});

/** Keeps one preference; `null` forgets it. Not a change of the site: it leaves no row in the operation log. */
export const savePreference = post('auth.auth/savePreference', {
  title: '保存个人偏好',
  access: 'signed-in',
  extension: 'preferences',
  params: { name: text(100, { required: true, pattern: patterns.preference }), value: json<unknown>()() },
});

/** The calls that pass while an administrator must change the password first. */
export const whileMustChange: readonly string[] = ['base.admin/getAdminInfo', changePassword.path, logout.path];
