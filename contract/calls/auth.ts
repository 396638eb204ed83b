import { get, post } from '../call.ts';
import { admin } from '../entities/admin.ts';
import { choice, flag, image, int, json, password, text, time } from '../fields.ts';
import { passwordLimits, patterns } from '../formats.ts';

/** JSON that `navigator.credentials` takes or returns (W3C Web Authentication, Level 3, section 5.1). */
export type CredentialJson = Record<string, unknown>;

/**
 * `verify` is the code of the second factor, and `passkey` may replace it. A 428 refusal asks for one of them; its
 * `data.factors` names the kinds. For a sign-in by SMS, `verify` is the code and `username` the phone number. The
 * client makes the random text `device` once: a sign-in with an unknown one is reported to the administrator by mail.
 */
export const login = post('auth.auth/login', {
  title: '登录',
  access: 'public',
  perMinute: 240,
  params: {
    username: text(60, { required: true }),
    password: password({ max: passwordLimits.max }),
    verify: text(20, { writeOnly: true }),
    passkey: json<CredentialJson>()({ writeOnly: true, extension: 'passkeys' }),
    device: text(64, { writeOnly: true, extension: 'devices' }),
  },
  returns: { token: text(64), expires: time() },
});

/** Answers code 1 while the token is alive, else code 0 with HTTP 200. It does not extend the session. */
export const checkLogin = get('auth.auth/checkLogin', {
  title: '检查登录',
  access: 'public',
  /** An opaque text. When it changes, the administrator's rights or the menu may have changed. */
  returns: { rights: text(60) },
});

/** Tells the sign-in screen what it needs. A back end that sends no `extensions` has none. */
export const ini = get('auth.auth/ini', {
  title: '登录页信息',
  access: 'public',
  returns: { web_title: text(200), web_logo: image(), sms: flag(), extensions: json<string[]>()() },
});

/** Sends a sign-in code by SMS if an administrator has this number. The reply does not reveal whether one has. */
export const sendVerify = post('auth.auth/sendVerify', {
  title: '发送短信验证码',
  access: 'public',
  perMinute: 240,
  extension: 'sms',
  params: { mobile: text(30, { required: true, pattern: patterns.phone }) },
  /** Seconds until another code may be requested. */
  returns: { seconds: int({ required: true }) },
});

/**
 * `begin` returns `uri` and ten recovery codes, once. Nothing changes until `confirm` gets a code of the new secret.
 * `confirm` and `end` return empty values. `begin` and `end` need a confirmed identity.
 */
export const totp = post('auth.auth/totp', {
  title: '身份验证器',
  access: 'signed-in',
  extension: 'totp',
  writes: true,
  throttled: true,
  confirmed: 'sometimes',
  secret: true,
  params: {
    action: choice(['begin', 'confirm', 'end'], { required: true }),
    code: text(20, { writeOnly: true }),
  },
  returns: { uri: text(500), recovery: json<string[]>()() },
});

/** Minutes for which a sign-in or a confirmation satisfies the calls that need one (`confirmed`). */
export const confirmedMinutes = 10;

/**
 * Confirms the identity of the session's administrator for this session: by the password, plus `code` if there is a
 * second factor, or by a passkey alone.
 */
export const confirm = post('auth.auth/confirm', {
  title: '确认身份',
  access: 'signed-in',
  extension: 'confirm',
  writes: true,
  throttled: true,
  // A stored reply would confirm nothing, so a repeated request is checked again.
  secret: true,
  params: {
    password: password({ max: passwordLimits.max }),
    code: text(20, { writeOnly: true }),
    passkey: json<CredentialJson>()({ writeOnly: true, extension: 'passkeys' }),
  },
});

/** Ends the second factors of another administrator, passkeys too. */
export const endTotp = post('base.admin/endTotp', {
  title: '关闭两步验证',
  extension: 'totp',
  writes: true,
  confirmed: 'always',
  params: { aid: int({ required: true, min: 1 }) },
});

export const getMissingRules = get('base.admin/getMissingRules', {
  title: '缺失的权限规则',
  rule: 'base.admin/getRuleList',
  extension: 'missingRules',
  /** `parent` is the path of the screen's rule. It is empty for a screen, and for a call without a screen. */
  returns: [{ title: text(60), path: text(120), parent: text(120) }],
});

export const logout = post('auth.auth/logout', { title: '退出登录', access: 'signed-in', extension: 'logout' });

/** Also ends every other session of the administrator. */
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

const { nickname, avatar, email } = admin.fields;
/**
 * Changes one's own nickname, picture and e-mail address; what is not sent stays. A new address needs a confirmed
 * identity.
 */
export const saveProfile = post('auth.auth/saveProfile', {
  title: '修改个人资料',
  access: 'signed-in',
  extension: 'profile',
  writes: true,
  confirmed: 'sometimes',
  params: { nickname, avatar, email },
});

export const preferences = get('auth.auth/preferences', {
  title: '个人偏好',
  access: 'signed-in',
  extension: 'preferences',
  returns: [{ name: text(100), value: json<unknown>()() }],
});

/** Stores one preference; `null` deletes it. The operation log leaves it out, because it does not change the site. */
export const savePreference = post('auth.auth/savePreference', {
  title: '保存个人偏好',
  access: 'signed-in',
  extension: 'preferences',
  params: { name: text(100, { required: true, pattern: patterns.preference }), value: json<unknown>()() },
});

export const whileMustChange: readonly string[] = ['base.admin/getAdminInfo', changePassword.path, logout.path];
