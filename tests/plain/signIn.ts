import { hash, randomBytes } from 'node:crypto';
import { type Asked, type Handler, needed, Refusal } from './answer.ts';
import { settingOf } from './config.ts';
import { menuBelow } from './menu.ts';
import { spelledTime } from './store.ts';

/** A password as it is stored. */
export const digest = (password: string) => hash('sha256', password, 'hex');

function login({ store, form, tokens }: Asked): unknown {
  const username = needed(form, 'username');
  const [admin] = store.all('admin', { where: { username } });
  if (!admin || admin.password !== digest(form.password ?? '')) throw new Refusal('账户或密码错误');
  const id = String(admin.id);
  store.edit('admin', id, { logintimes: String(Number(admin.logintimes) + 1), last_login: spelledTime(new Date()) });
  const token = randomBytes(16).toString('hex');
  tokens.set(token, id);
  return { token };
}

/** Returns the fields of one's own record that console.md names. */
function adminInfo({ store, adminId }: Asked): unknown {
  const { username, logintimes, create_time, groupId } = store.find('admin', adminId) ?? {};
  const role = { id: groupId, title: store.find('role', groupId ?? '')?.title };
  return { username, avatar: '', role, logintimes, create_time };
}

const saveAdmin =
  (isNew: boolean): Handler =>
  ({ store, form }) => {
    const { password, ...rest } = form;
    const given = password ? { ...rest, password: digest(password) } : rest;
    if (isNew) return { id: store.add('admin', { ...given, username: needed(form, 'username') }) };
    store.edit('admin', needed(form, 'id'), given);
    return undefined;
  };

/** The calls that need no token. */
export const publicCalls = ['auth.auth/login', 'auth.auth/checkLogin', 'auth.auth/ini', 'base.Data/webInfo'];

const webInfo: Handler = ({ store }) =>
  Object.fromEntries(['web_title', 'web_logo'].map((name) => [name, settingOf(store, name)]));

export const signIn: Record<string, Handler> = {
  'POST auth.auth/login': login,
  'GET auth.auth/checkLogin': ({ adminId }) => {
    if (!adminId) throw new Refusal('请先登录');
  },
  'GET auth.auth/ini': webInfo,
  'GET base.Data/webInfo': webInfo,
  'GET base.Data/welcomeDate': ({ store }) => ({
    article: store.page('article').total,
    user: store.page('user').total,
  }),
  'GET base.Menu': ({ form }) => menuBelow(form.pid ?? '0'),
  'GET base.admin/getAdminInfo': adminInfo,
  'POST base.admin/addAdmin': saveAdmin(true),
  'POST base.admin/editAdmin': saveAdmin(false),
};
