import { type Full, get } from '../call.ts';
import { bool, flag, image, int, json, longtext, text, time } from '../fields.ts';
import type { FieldLimits } from '../roleLimits.ts';

export const getAdminInfo = get('base.admin/getAdminInfo', {
  title: '当前管理员',
  access: 'signed-in',
  returns: {
    id: int({ required: true }),
    username: text(32),
    nickname: text(60),
    avatar: image(),
    /** The account's own picture; `avatar` is the one that header and drawer show. */
    own_avatar: image({ extension: 'profile' }),
    mobile: text(30),
    email: text(120),
    role: json<{ id: number; title: string }>()({ shape: { record: { id: int(), title: text(60) } } }),
    rules: json<string[]>()({ shape: { values: 'text' } }),
    /** What the role may not see or change, by entity and field. */
    field_limits: json<FieldLimits>()({ extension: 'limits' }),
    /** Whether the role has columns of its own alone, below which its new ones go. */
    within_columns: bool({ extension: 'limits' }),
    logintimes: int({ required: true }),
    last_login: time(),
    create_time: time(),
    must_change: bool(),
    /** Whose console this is that the session only looks at: a name of an administrator or a role; empty for its own. */
    viewing: text(60, { extension: 'viewAs' }),
    totp: bool(),
    /** How many passkeys the administrator has. */
    passkeys: int({ extension: 'passkeys' }),
    /** Until when a second factor has to be set up, because the role demands one; from then on nothing else is possible. */
    factor_due: time({ extension: 'requiredFactor' }),
    recovery_left: int({ required: true }),
  },
});

const menuFields = {
  id: int({ required: true }),
  /** A message key from our server, which the console translates; other back ends send the text itself. */
  title: text(60),
  path: text(120),
  icon: text(40),
  background: text(20),
  spread: bool(),
  model: text(20),
} as const;

export interface MenuEntry extends Full<typeof menuFields> {
  children: MenuEntry[];
}

export const menu = get('base.Menu', {
  title: '菜单',
  access: 'signed-in',
  params: { pid: int({ min: 0 }) },
  children: 'children',
  returns: [{ ...menuFields, children: json<MenuEntry[]>()() }],
});

export const webInfo = get('base.Data/webInfo', {
  title: '网站信息',
  access: 'public',
  returns: { web_title: text(200), web_logo: image(), web_frame_hosts: longtext({ max: 2000, extension: 'config' }) },
});

export const webData = get('base.Data/webData', {
  title: '内容模型',
  access: 'signed-in',
  returns: {
    models: json<{ model: string; title: string; single: number }[]>()({
      shape: { list: { model: text(20), title: text(60), single: flag() }, name: 'model' },
    }),
  },
});

/** A row of the operation log on the home screen. `target` is an entity's name. */
export interface RecentOperation {
  id: number;
  username: string;
  nickname?: string;
  path: string;
  title: string;
  target: string;
  target_id: number | null;
  /** The record's name, if the caller may see its screen and it still exists. */
  name?: string;
  create_time: string;
}

/**
 * Limited to what the caller's role may see. `week`: records changed in the last 7 days. `visits`: 30 days, oldest
 * first, in the server's time zone. `recent`: only the caller's own if the role may not read the operation log.
 */
export const welcomeDate = get('base.Data/welcomeDate', {
  title: '首页数据',
  access: 'signed-in',
  returns: {
    counts: json<Record<string, number>>()(),
    week: json<Record<string, number>>()(),
    todo: json<{ kind: string; n: number; path: string }[]>()(),
    visits: json<{ day: string; pv: number; uv: number }[]>()(),
    recent: json<RecentOperation[]>()(),
    system: json<{ version: string; database: string; node: string; started: string }>()(),
  },
});

/** Without an id: of any record of the entity. Empty if the log does not know. Needs the right to read the list. */
export const lastEdit = get('base.Data/lastEdit', {
  title: '最近修改',
  access: 'signed-in',
  extension: 'version',
  params: { entity: text(40, { required: true }), id: int() },
  returns: { username: text(32), nickname: text(100), time: time() },
});

const linkOnly = { extension: 'publishing' } as const;
export const searchLimits = { ofEntity: 8, inAll: 20 };
/**
 * Records of any entity by name, for the command palette: those that the caller may open; none for a blank `q`.
 * `linked`: only columns and contents, with the address of their public page (empty where the configuration does not say
 * it), their state (`hidden` for a column that is not shown) and the column of a content.
 */
export const searchRecords = get('base.Search/records', {
  title: '搜索记录',
  access: 'signed-in',
  extension: 'search',
  params: { q: text(100), linked: flag(linkOnly) },
  apart: ['entity', 'id'],
  returns: [
    {
      entity: text(40),
      id: int({ required: true }),
      title: text(200),
      path: text(200),
      url: text(500, linkOnly),
      state: text(20, linkOnly),
      column: text(60, linkOnly),
    },
  ],
});
