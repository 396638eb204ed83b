import { toIsoSeconds } from '../../contract/kinds.ts';
import type { Db } from './tables.ts';

interface Item {
  en_name: string;
  zh_name: string;
  type: string;
  value?: string;
  tip?: string;
  /** Of a number. */
  min?: number;
  max?: number;
}

/** The system's own items in their order; their names are texts of the database, in the product's first language. */
const items: readonly Item[] = [
  { en_name: 'web_title', zh_name: '网站标题', type: 'text', value: 'rTop Admin' },
  { en_name: 'web_name', zh_name: '网站名称', type: 'text' },
  { en_name: 'web_logo', zh_name: '网站标志', type: 'image' },
  { en_name: 'web_basehost', zh_name: '网站域名', type: 'text' },
  { en_name: 'web_keywords', zh_name: '网站关键词', type: 'text' },
  { en_name: 'web_description', zh_name: '网站描述', type: 'longtext' },
  { en_name: 'web_copyright', zh_name: '版权信息', type: 'text' },
  { en_name: 'web_recordnum', zh_name: 'ICP 备案号', type: 'text' },
  { en_name: 'company_name', zh_name: '公司名称', type: 'text' },
  { en_name: 'company_address', zh_name: '公司地址', type: 'text' },
  { en_name: 'company_phone', zh_name: '公司电话', type: 'text' },
  { en_name: 'company_email', zh_name: '公司邮箱', type: 'text' },
  { en_name: 'message_status', zh_name: '接受留言', type: 'flag', value: '1' },
  { en_name: 'log_days', zh_name: '日志保留天数', type: 'number', value: '180', tip: '0 表示一直保留' },
  { en_name: 'agreement_title', zh_name: '用户协议标题', type: 'text' },
  { en_name: 'agreement_content', zh_name: '用户协议内容', type: 'html' },
  { en_name: 'session_idle_hours', zh_name: '登录闲置小时数', type: 'number', value: '12', min: 1, max: 720 },
  { en_name: 'session_days', zh_name: '登录最长天数', type: 'number', value: '30', min: 1, max: 365 },
  { en_name: 'sms_secret_id', zh_name: '短信 SecretId', type: 'text', tip: '腾讯云短信' },
  { en_name: 'sms_secret_key', zh_name: '短信 SecretKey', type: 'secret' },
  { en_name: 'sms_app_id', zh_name: '短信 SdkAppId', type: 'text' },
  { en_name: 'sms_sign', zh_name: '短信签名', type: 'text' },
  { en_name: 'sms_template', zh_name: '短信模板编号', type: 'text', tip: '模板中 {1} 是验证码，{2} 是有效分钟数' },
];

/** The system's own item of a name: its limits, and its value where nobody has changed it. */
export const systemItem = (en_name: string) => items.find((item) => item.en_name === en_name);

/** Puts in the items that are new in the program; what an item holds is left as it is. */
export async function seedConfig(db: Db): Promise<void> {
  const now = toIsoSeconds(new Date());
  const known = await db.selectFrom('config_item').select('en_name').where('zh_name', '<>', '').execute();
  const names = new Set(known.map(({ en_name }) => en_name));
  const missing = items.filter(({ en_name }) => !names.has(en_name));
  if (missing.length === 0) return;
  const groupId = await systemGroup(db, now);
  for (const item of missing) {
    const described = { groupId, zh_name: item.zh_name, type: item.type, tip: item.tip ?? '' };
    const sort = items.indexOf(item);
    await db
      .insertInto('config_item')
      .values({
        ...{ ...described, en_name: item.en_name, value: item.value ?? '', options: '', sort, version: 1 },
        ...{ create_time: now, update_time: now },
      })
      // One that an older program made has its value already.
      .onConflict((conflict) => conflict.column('en_name').doUpdateSet({ ...described, sort }))
      .execute();
  }
}

async function systemGroup(db: Db, now: string): Promise<number> {
  const ident = 'system';
  const found = await db.selectFrom('config_group').select('id').where('ident', '=', ident).executeTakeFirst();
  if (found) return found.id;
  const { id } = await db
    .insertInto('config_group')
    .values({
      ...{ title: '系统配置', ident, kind: 'system', sort: 0, version: 1 },
      ...{ create_time: now, update_time: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
