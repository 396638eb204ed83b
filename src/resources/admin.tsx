import { admin } from '../../contract/entities/admin.ts';
import { AdminMark } from '../access/AdminMark.tsx';
import { fetched } from '../fields/fetched.tsx';
import { resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';

/** One neither disables nor deletes oneself. */
const ifOneself = (why: string) => (record: Record<string, unknown>, me: { id: unknown } | undefined) =>
  record.id === me?.id ? why : undefined;

export const adminResource = resource(admin, {
  list: ['username', 'nickname', 'groupId', 'mobile', 'status', 'logintimes', 'last_login'],
  filters: ['groupId', 'status'],
  form: {
    base: {
      main: ['username', 'password', 'groupId', 'nickname', 'mobile', 'email'],
      side: ['avatar', 'status', 'sort', 'totp', 'logintimes', 'last_login', 'last_ip', 'locked_until'],
    },
  },
  inputs: {
    password: fetched(() => import('../access/PasswordOfAdmin.tsx').then((m) => m.PasswordOfAdmin), sizes.formRow),
    groupId: fetched(() => import('../access/RoleOfAdmin.tsx').then((m) => m.RoleOfAdmin), sizes.formRow),
    totp: fetched(() => import('../access/FactorOfAdmin.tsx').then((m) => m.FactorOfAdmin), sizes.formRow),
  },
  Mark: AdminMark,
  kept: {
    edit: ({ beyond }) => (beyond ? 'access.adminBeyond' : undefined),
    delete: ifOneself('access.oneself'),
    status: ifOneself('access.notOneself'),
  },
});
