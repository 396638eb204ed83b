import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { flag, image, int, json, password, ref, text, time } from '../fields.ts';
import { passwordLimits, patterns } from '../formats.ts';

export const admin = entity('admin', {
  title: '管理员',
  screen: '/adminList',
  menu: { group: 'access', icon: 'admin', title: 'menu.admins' },
  label: 'username',
  nickname: 'nickname',
  unsearched: true,
  named: ['username', 'mobile', 'email', 'password', 'groupId', 'role', 'logintimes', 'create_time'],
  fields: {
    username: text(32, {
      required: true,
      min: 3,
      pattern: patterns.name,
      unique: true,
      caseless: true,
      search: true,
      sortable: true,
    }),
    nickname: text(60, { search: 'spelled' }),
    avatar: image(),
    mobile: text(30, { phone: true, unique: true, search: true, pattern: patterns.phone, hiddenFromPrograms: true }),
    email: text(120, { search: true, pattern: patterns.email, hiddenFromPrograms: true }),
    password: password({ required: true, writeOnly: true, ...passwordLimits }),
    groupId: ref('role', { required: true, filter: true }),
    status: flag({ default: 1, filter: true }),
    role: json<{ id: number; title: string }>()({
      computed: true,
      virtual: true,
      shape: { record: { id: int(), title: text(60) } },
    }),
    logintimes: int({ required: true, computed: true, sortable: true }),
    last_login: time({ computed: true, sortable: true }),
    last_ip: text(60, { computed: true, hiddenFromPrograms: true }),
    locked_until: time({ computed: true, virtual: true, hiddenFromPrograms: true }),
    totp: flag({ computed: true, virtual: true, hiddenFromPrograms: true }),
    passkeys: int({ computed: true, virtual: true, extension: 'passkeys', hiddenFromPrograms: true }),
    /** The administrator has rules that the caller lacks, so the caller may not change it. */
    beyond: flag({ computed: true, virtual: true }),
  },
  calls: {
    list: get('base.admin/getAdminList'),
    create: post('base.admin/addAdmin', {
      with: { username: '', mobile: '', email: '', password: '', groupId: 0 },
      confirmed: 'always',
    }),
    /** Role, password, status, mobile number and e-mail address of somebody else need a confirmed identity. */
    update: post('base.admin/editAdmin', { confirmed: 'sometimes' }),
    delete: get('base.admin/deleteAdmin', { id: 'aid', confirmed: 'always' }),
  },
});

/** How long failed sign-ins of an account count, and how long its lock lasts, in seconds. */
export const lockSeconds = 15 * 60;
