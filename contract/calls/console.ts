import { get } from '../call.ts';
import { bool, image, int, json, text, time } from '../fields.ts';

/** A menu entry as `base.Menu` answers it. Ours are message keys, which the console translates; other back ends send the text itself. */
export interface MenuEntry {
  id: number;
  title: string;
  path: string;
  icon: string;
  background: string;
  spread: boolean;
  model: string;
  children: MenuEntry[];
}

export const getAdminInfo = get('base.admin/getAdminInfo', {
  title: '当前管理员',
  access: 'signed-in',
  returns: {
    id: int({ required: true }),
    username: text(32),
    nickname: text(60),
    avatar: image(),
    mobile: text(30),
    email: text(120),
    role: json<{ id: number; title: string }>()(),
    rules: json<string[]>()(),
    logintimes: int({ required: true }),
    last_login: time(),
    create_time: time(),
    must_change: bool(),
  },
});

export const menu = get('base.Menu', {
  title: '菜单',
  access: 'signed-in',
  params: { pid: int({ min: 0 }) },
  returns: [
    {
      id: int({ required: true }),
      title: text(60),
      path: text(120),
      icon: text(40),
      background: text(20),
      spread: bool(),
      model: text(20),
      children: json<MenuEntry[]>()(),
    },
  ],
});

export const webInfo = get('base.Data/webInfo', {
  title: '网站信息',
  access: 'public',
  returns: { web_title: text(200), web_logo: image() },
});

export const webData = get('base.Data/webData', {
  title: '内容模型',
  access: 'signed-in',
  returns: { models: json<{ model: string; title: string; single: number }[]>()() },
});

/** The home screen. The numbers count live records of each entity. */
export const welcomeDate = get('base.Data/welcomeDate', {
  title: '首页数据',
  access: 'signed-in',
  returns: {
    counts: json<Record<string, number>>()(),
    system: json<{ version: string; database: string; node: string; started: string }>()(),
  },
});

/** The features beyond console.md that a back end may name in `auth.auth/ini`. */
export const extensions = ['list', 'ids', 'version', 'idempotency', 'logout', 'changePassword'] as const;
export type Extension = (typeof extensions)[number];
