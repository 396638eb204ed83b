import { get } from '../call.ts';
import { log } from '../entity.ts';
import { choice, int, json, longtext, text } from '../fields.ts';

/** Titles, by path, of the commands on the server's own machine that write into the operation log. */
export const loggedCommands = {
  'command/import': '导入网站',
  'command/reset-password': '重置密码',
} as const;

/** Logs every change and sign-in: who, what, when, from where. `before` and `after` contain only the changed fields. */
export const operationLog = log('operation_log', {
  title: '操作日志',
  screen: '/operateLog',
  menu: { group: 'logs', icon: 'log' },
  label: 'title',
  fields: {
    title: text(60, { computed: true, search: true }),
    username: text(32, { computed: true, filter: true, search: true }),
    /** The nickname that this administrator has today; empty if there is none. */
    nickname: text(100, { computed: true, virtual: true, extension: 'profile' }),
    admin_id: int({ computed: true, filter: true }),
    path: text(120, { computed: true, filter: true, search: true }),
    target: text(40, { computed: true, filter: true }),
    target_id: int({ computed: true, filter: true }),
    code: int({ computed: true, filter: true }),
    ip: text(60, { computed: true, filter: true, search: true }),
    user_agent: text(300, { computed: true }),
    cost_ms: int({ computed: true, sortable: true }),
    /** All rows of one change of many records have the same value (`base.Batch`); any other row has none. */
    batch: text(40, { computed: true, filter: true, extension: 'batches' }),
    params: json<Record<string, unknown>>()({ computed: true, heavy: true }),
    before: json<Record<string, unknown>>()({ computed: true, heavy: true }),
    after: json<Record<string, unknown>>()({ computed: true, heavy: true }),
  },
  calls: { list: get('base.base/getOperateLog') },
});

export const runLog = log('run_log', {
  title: '运行日志',
  screen: '/systemLog',
  menu: { group: 'logs', icon: 'server' },
  label: 'message',
  fields: {
    message: longtext({ computed: true, search: true }),
    level: choice(['debug', 'info', 'warn', 'error'], { computed: true, filter: true }),
    event: text(60, { computed: true, filter: true, search: true }),
    request_id: text(60, { computed: true, filter: true, search: true }),
    stack: longtext({ computed: true, heavy: true }),
  },
  calls: { list: get('base.base/getSystemLog') },
});

export const visitorLog = log('visitor_log', {
  title: '访客日志',
  screen: '/visitorLog',
  menu: { group: 'logs', icon: 'visits' },
  label: 'url',
  fields: {
    url: text(500, { computed: true, search: true }),
    title: text(200, { computed: true, search: true }),
    ip: text(60, { computed: true, filter: true, search: true }),
    region: text(60, { computed: true }),
    referer: text(500, { computed: true, search: true }),
    keyword: text(200, { computed: true, search: true }),
    os: text(60, { computed: true, filter: true }),
    browser: text(60, { computed: true, filter: true }),
    device: choice(['pc', 'mobile', 'tablet', 'spider'], { computed: true, filter: true }),
    user_id: int({ computed: true, filter: true }),
    duration: int({ computed: true, sortable: true }),
  },
  calls: { list: get('base.base/getVisitorLog') },
});
