/** The own record of each content model has this; `#` marks a number, `@` a time, all else is text. */
const content = `category_id# title subtitle org_img tags author source description content seo_title keywords jump_url
  views# publish_time@ expire_time@ status#1 params sort# admin_id# create_time@ update_time@`;
const many = `col_id# ${content} is_top# is_recommend# is_hot#`;
const made = 'sort# create_time@ update_time@';
const visit = 'user_id# username model col_id# content_id# title create_time@';

/** The fields of each table beside `id`. */
const declared = {
  column: `title model pid# url_name org_img banner link target# is_nav#1 status#1 list_template# detail_template# seo_title
    keywords description content is_home# ${made}`,
  article: many,
  product: `${many} price market_price stock# sales# unit sn size_ids images skus`,
  atlas: `${many} images`,
  video: `${many} video_url duration# episodes`,
  down: `${many} files soft_version platform`,
  recruitment: `${many} department address education experience job_type salary_min salary_max number# contact phone email end_time@`,
  single: `col_id# ${content}`,
  message: `col_id# name mobile email content ip device data is_read# is_star# reply reply_admin_id# reply_time@ sort# create_time@`,
  category: `org_img cid# title pid# sid# type ${made}`,
  size: `title ${made}`,
  content_param: `cid sid name title type options value required# ${made}`,
  nav: `group_id# pid# title en_title col_id# url org_img target# nofollow# status#1 ${made}`,
  nav_group: `title ident ${made}`,
  ad: `group_id# title subtitle org_img mobile_img url target# intro start_time@ end_time@ status#1 clicks# ${made}`,
  ad_group: `title ident width# height# intro ${made}`,
  admin: `username nickname avatar mobile email password groupId# status#1 logintimes# last_login@ last_ip ${made}`,
  role: `title rule_method ${made}`,
  rule: `title path pid show#1 ${made}`,
  user: `username nickname avatar mobile email gender# birthday level# score# status#1 remark reg_time@ last_login@ last_ip
    login_count# ${made}`,
  history: visit,
  collect: visit,
  down_record: visit,
  operation_log: 'admin_id# username title path params target target_id# code# ip user_agent cost_ms# create_time@',
  run_log: 'level event message stack request_id create_time@',
  visitor_log: 'ip region url title referer keyword os browser device user_id# duration# create_time@',
  config_group: 'title ident sort#',
  config_item: 'groupId# en_name zh_name value sort#',
  template: 'title ident type model device path thumb is_use# sort#',
};
export type Table = keyof typeof declared;

export interface Field {
  name: string;
  kind: 'text' | 'number' | 'time';
  default: string | null;
}

function parse(spelled: string): Field {
  const [, name = '', mark, value] = /^([A-Za-z_]+)([#@]?)(\d*)$/.exec(spelled) ?? [];
  if (mark === '@') return { name, kind: 'time', default: null };
  return mark === '#' ? { name, kind: 'number', default: value || '0' } : { name, kind: 'text', default: '' };
}

export const tables = Object.fromEntries(
  Object.entries(declared).map(([table, fields]) => [table, fields.split(/\s+/).map(parse)]),
) as Record<Table, Field[]>;
