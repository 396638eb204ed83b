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
    /** The fields that the role may not see or change, by entity and field. */
    field_limits: json<FieldLimits>()({ extension: 'limits' }),
    /** Whether the role is limited to certain columns. New columns that it creates go below them. */
    within_columns: bool({ extension: 'limits' }),
    logintimes: int({ required: true }),
    last_login: time(),
    create_time: time(),
    must_change: bool(),
    /**
     * Whose console the session looks at, without changing anything: an administrator's or a role's name. Empty for its
     * own.
     */
    viewing: text(60, { extension: 'viewAs' }),
    totp: bool(),
    /** How many passkeys the administrator has. */
    passkeys: int({ extension: 'passkeys' }),
    /** When the time to set up the second factor that the role demands ends. From then on nothing else is possible. */
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
  /** The record's name, if it still exists and the caller may see its screen. */
  name?: string;
  create_time: string;
}

/**
 * Returns only what the caller's role may see. `week` counts the records changed in the last 7 days. `visits` covers 30
 * days, oldest first, in the server's time zone. `recent` has only the caller's own operations if the role may not read
 * the log.
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

/**
 * Tells who changed a record last, or any record of the entity if there is no id. Empty if the log does not know. It
 * needs the right to read the list.
 */
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
 * Finds records of any entity by name, for the command palette. It returns those that the caller may open, and none for
 * a blank `q`. With `linked` it returns only columns and contents, with the address of their public page (empty if the
 * configuration does not give one), their state (`hidden` for a column that is not shown) and the column of a content.
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
