import { get, post } from '../call.ts';
import { flag, image, json, password, text, time } from '../fields.ts';
import { patterns } from '../formats.ts';
import { passwordLimits } from '../passwordLimits.ts';

export const login = post('auth.auth/login', {
  title: '登录',
  access: 'public',
  params: {
    username: text(60, { required: true }),
    password: password({ max: passwordLimits.max }),
    verify: text(20, { writeOnly: true }),
  },
  returns: { token: text(64), expires: time() },
});

/** Code 1 while the token is alive, else code 0 at HTTP 200. Does not count as use of the session. */
export const checkLogin = get('auth.auth/checkLogin', { title: '检查登录', access: 'public' });

/** What the sign-in screen needs. Where `extensions` is missing the back end has none of ours (contract.md section 5). */
export const ini = get('auth.auth/ini', {
  title: '登录页信息',
  access: 'public',
  returns: { web_title: text(200), web_logo: image(), sms: flag(), extensions: json<string[]>()() },
});

export const logout = post('auth.auth/logout', { title: '退出登录', access: 'signed-in' });

/** Ends every other session of the administrator. */
export const changePassword = post('auth.auth/changePassword', {
  title: '修改密码',
  access: 'signed-in',
  writes: true,
  throttled: true,
  params: {
    password: password({ required: true, max: passwordLimits.max }),
    new_password: password({ required: true, ...passwordLimits }),
  },
});

/** What an administrator has set: list columns, theme, density, open screens (contract.md section 2). */
export const preferences = get('auth.auth/preferences', {
  title: '个人偏好',
  access: 'signed-in',
  returns: [{ name: text(100), value: json<unknown>()() }],
});

/** Keeps one preference; `null` forgets it. Not a change of the site: it leaves no row in the operation log. */
export const savePreference = post('auth.auth/savePreference', {
  title: '保存个人偏好',
  access: 'signed-in',
  params: { name: text(100, { required: true, pattern: patterns.preference }), value: json<unknown>()() },
});

/** The calls that pass while an administrator must change the password first. */
export const whileMustChange: readonly string[] = ['base.admin/getAdminInfo', changePassword.path, logout.path];
