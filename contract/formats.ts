/** Every object has these already, so a value under such a key would be mistaken for something else. */
const inherited =
  '__defineGetter__|__defineSetter__|__lookupGetter__|__lookupSetter__|__proto__|constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|prototype|toLocaleString|toString|valueOf';

/**
 * Matches a character of the host in a page's address. The console's Content-Security-Policy contains the address's
 * origin (contract/pagePolicy.ts).
 */
const pageHost = `[^\\s{}/?#;,'"*%@\\\\]`;

export const patterns = {
  name: '^\\S+( \\S+)*$',
  phone: '^[0-9０-９+＋ \\u3000.()（）\\u2010-\\u2015－-]*$',
  email: '^[^@\\s]+@[^@\\s]+$',
  day: '^\\d{4}-\\d\\d-\\d\\d$',
  slug: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
  param: `^(?!(${inherited})$)[A-Za-z0-9_]+$`,
  path: '^[A-Za-z0-9_./-]+$',
  item: `^(?!(config|version|clear|${inherited})$)[A-Za-z0-9_]+$`,
  origin: '^(https?://)?[A-Za-z0-9.-]+(:\\d{1,5})?/?$',
  pageUrl: `^https?://${pageHost}+([/?#][^\\s{}]*(\\{(model|id|slug|column|token)\\}[^\\s{}]*)*)?$`,
  host: '^[A-Za-z0-9.-]+$',
  hosts: '^[\\s,，、]*(([A-Za-z0-9-]+\\.)+[A-Za-z]{2,63}([\\s,，、]+|$))*$',
  bucket: '^[a-z0-9][a-z0-9-]*-\\d+$',
  region: '^[a-z0-9-]+$',
  clock: '^([01]\\d|2[0-3]):[0-5]\\d$',
  key: '^/?upload(/[A-Za-z0-9_-]+)+/[A-Za-z0-9_]+\\.[A-Za-z0-9]{1,8}$',
  preference: '^[A-Za-z0-9._-]+$',
  number: '^-?\\d{1,15}(\\.\\d{1,6})?$',
  money: '^\\d{1,12}(\\.\\d{1,2})?$',
  time: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
} as const;
type Pattern = keyof typeof patterns;

export const formatsZh = {
  format_name: '开头和结尾不能有空格，中间不能有连续的空格',
  format_phone: '请填写电话号码，只能有数字、空格、括号、+ 和 -，例如 138 0013 8000',
  format_email: '请填写邮箱地址，例如 name@example.com',
  format_day: '请填写日期，例如 1990-02-03',
  format_birthday: '生日须是 1900 年以来、今天以前的日期',
  format_slug: '只能用字母、数字、- 和 _，以字母或数字开头，例如 about-us',
  format_param: '只能用字母、数字和 _，例如 colour',
  format_path: '请填写页面或接口的路径，例如 /navList 或 base.base/addNav',
  format_item: '只能用字母、数字和 _，不能是 config、version 或 clear',
  format_origin: '请填写域名，例如 https://www.example.com',
  format_pageUrl: '请填写以 http:// 或 https:// 开头的地址，其中可以有 {model}、{id}、{slug}、{column}、{token}',
  format_host: '请填写服务器的域名或地址，例如 smtp.example.com',
  format_hosts: '请填写域名，用换行或逗号隔开，不带 https://、端口、路径和 *，例如 player.example.com',
  format_bucket: '存储桶由小写字母、数字和 - 组成，以账号编号结尾，例如 site-1250000000',
  format_region: '地域由小写字母、数字和 - 组成，例如 ap-guangzhou',
  format_clock: '请填写时刻，例如 03:30',
  format_key: '对象键以 upload/ 开头，由字母、数字、- 和 _ 组成，以扩展名结尾，例如 upload/a1/2026/b2.mp4',
  format_preference: '只能用字母、数字、点、- 和 _',
  format_number: '请填写数字，例如 12.5',
  format_money: '请填写金额，最多两位小数，例如 12.50',
  format_time: '请填写时间，例如 2026-11-21 09:30',
  format_link: '链接只能以 http、https、mailto、tel 开头或是站内地址',
  format_int: '请填写整数，例如 12',
  format_flag: '请填写“是”或“否”',
  field_before: '下线时间不能早于发布时间',
  field_not_after: '结束时间必须晚于开始时间',
};
export type FormatKey = keyof typeof formatsZh;

export const formatsEn: Record<FormatKey, string> = {
  format_name: 'No spaces at the start or end, and no two spaces in a row',
  format_phone: 'Enter a phone number with only digits, spaces, brackets, + and -, for example 138 0013 8000',
  format_email: 'Enter an email address, for example name@example.com',
  format_day: 'Enter a date, for example 1990-02-03',
  format_birthday: 'A birthday must be between 1900 and today',
  format_slug: 'Use only letters, digits, - and _, starting with a letter or digit, for example about-us',
  format_param: 'Use only letters, digits and _, for example colour',
  format_path: 'Enter the path of a page or an API call, for example /navList or base.base/addNav',
  format_item: 'Use only letters, digits and _, but not config, version or clear',
  format_origin: 'Enter a domain, for example https://www.example.com',
  format_pageUrl:
    'Enter a URL that starts with http:// or https://; it can contain {model}, {id}, {slug}, {column} and {token}',
  format_host: 'Enter the domain name or address of a server, for example smtp.example.com',
  format_hosts:
    'Enter domains, separated by line breaks or commas, without https://, port, path or *, for example player.example.com',
  format_bucket: 'Use lowercase letters, digits and -, ending with the account number, for example site-1250000000',
  format_region: 'Use lowercase letters, digits and -, for example ap-guangzhou',
  format_clock: 'Enter a time of day, for example 03:30',
  format_key:
    'An object key starts with upload/, contains letters, digits, - and _, and ends with an extension, for example upload/a1/2026/b2.mp4',
  format_preference: 'Use only letters, digits, dots, - and _',
  format_number: 'Enter a number, for example 12.5',
  format_money: 'Enter an amount with at most two decimals, for example 12.50',
  format_time: 'Enter a time, for example 2026-11-21 09:30',
  format_link: 'A link must start with http, https, mailto or tel, or be a path on this site',
  format_int: 'Enter a whole number, for example 12',
  format_flag: 'Enter yes or no',
  field_before: '“Expires” must not be before “Published”',
  field_not_after: '“Ends” must be later than “Starts”',
};

const keys = new Map<string, FormatKey>(
  (Object.keys(patterns) as Pattern[]).map((name) => [patterns[name], `format_${name}`]),
);

export const formatOf = (pattern: string): FormatKey | undefined => keys.get(pattern);

/** Password length in characters. The maximum bounds the cost of hashing. */
export const passwordLimits = { min: 10, max: 128 } as const;
