import { checkRules } from './calls/check.ts';
import type { itemTypes } from './entities/configItem.ts';
import { patterns } from './formats.ts';
import { extensionsOf } from './uploadTypes.ts';

/** A configuration item that the server itself uses. `zh_name` and `tip` are in the product's first language. */
export interface SystemItem {
  group: SystemGroup | 'agreement';
  type: (typeof itemTypes)[number];
  zh_name: string;
  tip?: string;
  value?: string;
  /** Limits of a number's value or of a text's length. */
  min?: number;
  max?: number;
  /** For a number: 0 is allowed whatever `min` is, and means no limit. */
  allowsZero?: true;
  /** A change is written to the run log too. */
  reported?: true;
  pattern?: string;
  options?: readonly string[];
}

export const systemGroups = [
  'site',
  'seo',
  'company',
  'upload',
  'storage',
  'sms',
  'mail',
  'message',
  'check',
  'security',
  'backup',
] as const;
export type SystemGroup = (typeof systemGroups)[number];

const items = <G extends SystemItem['group'], const I extends Record<string, Omit<SystemItem, 'group'>>>(
  group: G,
  of: I,
) =>
  Object.fromEntries(Object.entries(of).map(([name, item]) => [name, { ...item, group }])) as unknown as {
    [N in keyof I]: SystemItem;
  };

export const systemItems = {
  ...items('site', {
    web_title: { type: 'text', zh_name: '网站标题', tip: '显示在后台菜单和浏览器标签上', value: 'rTop Admin', max: 60 },
    web_name: { type: 'text', zh_name: '网站名称', tip: '供前台模板使用', max: 60 },
    web_logo: { type: 'image', zh_name: '网站标志', tip: '显示在后台页头，也供前台模板使用' },
    web_ico: { type: 'image', zh_name: '网站图标', tip: '供前台模板使用' },
    web_basehost: {
      type: 'text',
      zh_name: '网站域名',
      tip: '例如 https://www.example.com',
      pattern: patterns.origin,
      max: 200,
    },
    web_page_url: {
      type: 'text',
      zh_name: '内容页地址',
      pattern: patterns.pageUrl,
      max: 300,
      tip: '用于预览和“在网站上查看”，例如 https://www.example.com/{model}/{slug}?preview={token}，其中 {model} 是模型，{id} 是编号，{slug} 是网址名称，{column} 是栏目编号，{token} 是预览口令',
    },
    web_column_url: {
      type: 'text',
      zh_name: '栏目页地址',
      pattern: patterns.pageUrl,
      max: 300,
      tip: '正文里链接到栏目时使用，例如 https://www.example.com/{slug}/，其中 {slug} 是网址名称，{id} 是编号，{model} 是模型',
    },
    web_frame_hosts: {
      type: 'longtext',
      zh_name: '可嵌入的网站',
      pattern: patterns.hosts,
      max: 2000,
      tip: '正文里可以嵌入这些域名的网页，例如 player.example.com，一行一个；哔哩哔哩、优酷、腾讯视频、YouTube、Vimeo、百度地图和高德地图不用填',
    },
    web_copyright: { type: 'text', zh_name: '版权信息', tip: '显示在前台页脚', max: 200 },
    web_recordnum: { type: 'text', zh_name: 'ICP 备案号', tip: '例如 京ICP备12345678号', max: 60 },
    web_garecordnum: { type: 'text', zh_name: '公安备案号', tip: '例如 京公网安备 11010102000001号', max: 60 },
    web_status: { type: 'flag', zh_name: '网站开放', tip: '关闭后，前台只显示下面的说明', value: '1' },
    web_status_text: { type: 'longtext', zh_name: '关闭说明', tip: '网站关闭时访客看到的文字', max: 500 },
  }),
  ...items('seo', {
    web_keywords: { type: 'text', zh_name: '网站关键词', tip: '用逗号隔开，首页使用', max: 200 },
    web_description: { type: 'longtext', zh_name: '网站描述', tip: '首页使用，搜索结果中显示', max: 500 },
  }),
  ...items('company', {
    company_name: { type: 'text', zh_name: '公司名称', max: 120 },
    company_address: { type: 'text', zh_name: '公司地址', max: 200 },
    company_phone: { type: 'text', zh_name: '公司电话', max: 60 },
    company_email: { type: 'text', zh_name: '公司邮箱', pattern: patterns.email, max: 120 },
  }),
  ...items('upload', {
    upload_max_size: { type: 'number', zh_name: '上传大小上限', tip: '单位 MB', value: '512', min: 1, max: 10_240 },
    upload_image_type: {
      type: 'choices',
      zh_name: '图片类型',
      tip: '文件按内容判断类型，扩展名不算数',
      value: 'jpg,png,gif,webp,avif',
      options: extensionsOf('image'),
    },
    upload_video_type: {
      type: 'choices',
      zh_name: '视频和音频类型',
      value: 'mp4,m4v,webm,mov,mp3,m4a',
      options: extensionsOf('video', 'audio'),
    },
    upload_file_type: {
      type: 'choices',
      zh_name: '文件类型',
      tip: '网页和脚本不在其中，也不能加入',
      value: 'pdf,doc,docx,xls,xlsx,ppt,pptx,wps,et,txt,csv,zip,rar,7z,apk,jpg,png,mp3,mp4',
      options: extensionsOf('document', 'image', 'video', 'audio'),
    },
  }),
  ...items('storage', {
    cos_secret_id: {
      type: 'text',
      zh_name: '云存储 SecretId',
      tip: '腾讯云对象存储 COS；留空则文件存在本机',
      max: 120,
    },
    cos_secret_key: { type: 'secret', zh_name: '云存储 SecretKey' },
    cos_bucket: { type: 'text', zh_name: '存储桶', tip: '例如 site-1250000000', pattern: patterns.bucket, max: 60 },
    cos_region: { type: 'text', zh_name: '地域', tip: '例如 ap-guangzhou', pattern: patterns.region, max: 60 },
    cos_domain: {
      type: 'text',
      zh_name: '访问域名',
      tip: '例如 https://cdn.example.com',
      pattern: patterns.origin,
      max: 200,
    },
  }),
  ...items('sms', {
    sms_secret_id: { type: 'text', zh_name: '短信 SecretId', tip: '腾讯云短信；五项都填写后生效', max: 120 },
    sms_secret_key: { type: 'secret', zh_name: '短信 SecretKey' },
    sms_app_id: { type: 'text', zh_name: '短信 SdkAppId', max: 60 },
    sms_sign: { type: 'text', zh_name: '短信签名', max: 60 },
    sms_template: { type: 'text', zh_name: '短信模板编号', tip: '模板中 {1} 是验证码，{2} 是有效分钟数', max: 60 },
  }),
  ...items('mail', {
    smtp_host: { type: 'text', zh_name: '邮件服务器', tip: '例如 smtp.example.com', pattern: patterns.host, max: 200 },
    smtp_port: {
      type: 'number',
      zh_name: '端口',
      tip: '465 为加密连接，587 为 STARTTLS',
      value: '465',
      min: 1,
      max: 65_535,
    },
    smtp_user: { type: 'text', zh_name: '邮件账号', max: 120 },
    smtp_password: { type: 'secret', zh_name: '邮件密码', tip: '多数邮箱要填授权码' },
    smtp_from: { type: 'text', zh_name: '发件地址', tip: '留空则用邮件账号', pattern: patterns.email, max: 120 },
  }),
  ...items('message', {
    message_status: { type: 'flag', zh_name: '接受留言', tip: '关闭后，前台不能提交留言', value: '1' },
    message_mail_to: {
      type: 'text',
      zh_name: '留言通知邮箱',
      tip: '有新留言时发邮件；要先设置邮件服务器',
      pattern: patterns.email,
      max: 120,
    },
  }),
  ...items('check', {
    check_words: {
      type: 'longtext',
      zh_name: '广告禁用语',
      tip: '用逗号或换行隔开，发布前检查会指出来；以减号开头的是含有禁用语但可以使用的词，如 -首选项',
      max: 5000,
      value:
        '国家级,世界级,最高级,最佳,最好,最优,最强,最先进,最便宜,最低价,顶级,极品,第一品牌,销量第一,全国第一,世界第一,中国第一,排名第一,全网第一,NO.1,唯一,独一无二,绝无仅有,史无前例,首选,万能,100%有效,绝对安全,无副作用,根治,药到病除,包治百病,无效退款,零风险,稳赚不赔,保本保息,国家领导人推荐,国家免检,-首选项,-唯一性,-唯一标识',
    },
    check_block: {
      type: 'choices',
      zh_name: '不通过就不能发布',
      value: '',
      options: checkRules,
      tip: 'cover 封面，description 描述，title 标题过长，alt 图片替代文字，words 广告禁用语，phone 手机号，id 身份证号，expired 过期时间；不选则只提醒',
    },
  }),
  ...items('security', {
    session_idle_hours: {
      type: 'number',
      zh_name: '登录闲置小时数',
      tip: '超过这么久没有操作，需要重新登录',
      value: '12',
      min: 1,
      max: 720,
    },
    session_days: {
      type: 'number',
      zh_name: '登录最长天数',
      tip: '到期后需要重新登录',
      value: '30',
      min: 1,
      max: 365,
    },
    session_limit: {
      type: 'number',
      zh_name: '同时登录数',
      tip: '同一管理员最多同时在几处登录，再登录时最久没用的退出；0 表示不限',
      value: '0',
      min: 1,
      max: 100,
      allowsZero: true,
    },
    console_url: {
      type: 'text',
      zh_name: '后台地址',
      pattern: patterns.origin,
      max: 200,
      tip: '例如 https://admin.example.com；新设备登录的通知邮件里用它做链接，留空则邮件里没有链接',
    },
    log_days: {
      type: 'number',
      zh_name: '日志保留天数',
      tip: '至少 30 天，0 表示一直保留',
      value: '180',
      min: 30,
      max: 36_500,
      allowsZero: true,
      reported: true,
    },
    version_days: {
      type: 'number',
      zh_name: '版本保留天数',
      tip: '更早的版本每天只留最后一个，发布过的都留着，0 表示全部保留',
      value: '180',
      min: 1,
      max: 36_500,
      allowsZero: true,
      reported: true,
    },
  }),
  ...items('backup', {
    backup_on: {
      type: 'flag',
      zh_name: '自动备份',
      tip: '开启后马上做第一次，之后每天一次',
      value: '0',
      reported: true,
    },
    backup_time: {
      type: 'text',
      zh_name: '备份时刻',
      tip: '按服务器的时区，例如 03:30',
      value: '03:30',
      pattern: patterns.clock,
      max: 5,
    },
    backup_daily: {
      type: 'number',
      zh_name: '保留每日备份',
      tip: '最近多少天各留一份',
      value: '7',
      min: 1,
      max: 366,
      reported: true,
    },
    backup_weekly: {
      type: 'number',
      zh_name: '保留每周备份',
      tip: '最近多少周各留一份',
      value: '4',
      min: 0,
      max: 520,
      reported: true,
    },
    backup_monthly: {
      type: 'number',
      zh_name: '保留每月备份',
      tip: '最近多少个月各留一份',
      value: '6',
      min: 0,
      max: 240,
      reported: true,
    },
    backup_passphrase: {
      type: 'secret',
      zh_name: '备份口令',
      min: 12,
      tip: '备份里的密钥用它封存，恢复时要输入，请另外抄一份保存；不填则备份里没有密钥',
    },
  }),
  ...items('agreement', {
    agreement_title: { type: 'text', zh_name: '用户协议标题', max: 200 },
    agreement_content: { type: 'html', zh_name: '用户协议内容' },
  }),
} as const satisfies Record<string, SystemItem>;
export type SystemItemName = keyof typeof systemItems;

export const bucketItems = ['cos_secret_id', 'cos_secret_key', 'cos_bucket', 'cos_region'] as const;

/** Changing one of a secret's items requires entering it again, so that no stored secret goes to a new target. */
export const secretTargets: Partial<Record<SystemItemName, readonly SystemItemName[]>> = {
  smtp_password: ['smtp_host', 'smtp_port', 'smtp_user'],
  sms_secret_key: ['sms_secret_id', 'sms_app_id'],
  cos_secret_key: ['cos_secret_id', 'cos_bucket', 'cos_region', 'cos_domain'],
};

export const systemItem = (name: string): SystemItem | undefined =>
  Object.hasOwn(systemItems, name) ? systemItems[name as SystemItemName] : undefined;
