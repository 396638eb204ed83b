import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { choice, flag, image, int, text, time } from '../fields.ts';
import { patterns } from '../formats.ts';

const save = post('base.User/userAddEdit');

export const user = entity('user', {
  title: '用户',
  screen: '/user_list',
  menu: { group: 'users', icon: 'users' },
  label: 'username',
  recycle: true,
  newestFirst: true,
  fields: {
    username: text(32, { required: true, min: 3, unique: true, caseless: true, search: 'spelled', sortable: true }),
    nickname: text(60, { search: 'spelled' }),
    avatar: image(),
    mobile: text(30, { phone: true, unique: true, search: 'code', pattern: patterns.phone }),
    email: text(120, { search: 'code', pattern: patterns.email }),
    /** 0 is unknown, 1 male, 2 female. */
    gender: choice([0, 1, 2], { default: 0, filter: true }),
    birthday: text(10, { pattern: patterns.day, birth: true }),
    level: int({ default: 0, min: 0, filter: true, sortable: true }),
    score: int({ default: 0, min: 0, sortable: true }),
    status: flag({ default: 1, filter: true }),
    remark: text(500),
    reg_time: time({ computed: true, default: 'now', sortable: true }),
    last_login: time({ computed: true, sortable: true }),
    last_ip: text(60, { computed: true }),
    login_count: int({ required: true, computed: true, sortable: true }),
  },
  calls: {
    list: get('base.User/list'),
    create: save,
    update: save,
    delete: get('base.User/UserDelete'),
  },
});
