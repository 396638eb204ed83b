import type { Messages } from '../messages.ts';
import { consoleZh } from './console.ts';
import type { lateMessages } from './late.ts';
import { raZh } from './ra.ts';
import { resourcesZh } from './resources.ts';

/** The texts that the first screen needs. `late.ts` has the rest. */
export const firstMessages: Omit<Messages, keyof typeof lateMessages> = {
  ra: raZh,
  console: consoleZh,
  systemFields: { id: '编号', sort: '排序', version: '版本', create_time: '创建时间', update_time: '更新时间' },
  resources: resourcesZh,
  operationNames: {},
  configGroups: {
    site: '网站',
    seo: 'SEO',
    company: '公司',
    upload: '上传',
    storage: '云存储',
    sms: '短信',
    mail: '邮件',
    message: '留言',
    check: '发布前检查',
    security: '安全',
    backup: '备份',
  },
  configItems: {},
};
