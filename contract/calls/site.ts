import { type Call, get, post } from '../call.ts';
import { ad } from '../entities/ad.ts';
import { column } from '../entities/column.ts';
import { contentParam } from '../entities/contentParam.ts';
import { nav } from '../entities/nav.ts';
import { choice, flag, html, image, int, items, json, longtext, params, publicFields, ref, text } from '../fields.ts';
import { patterns } from '../formats.ts';
import { siteContentFields, siteModels } from './siteContent.ts';

const read = { access: 'public', perMinute: 1200 } as const satisfies Partial<Call>;
const send = { access: 'public', perMinute: 240 } as const satisfies Partial<Call>;
const id = int({ required: true, min: 1 });

/** Whether a call belongs to the public site; the console makes none of these. */
export const isOfSite = ({ path }: Pick<Call, 'path'>): boolean => path.startsWith('site.');

export const siteInfo = get('site.info/read', {
  ...read,
  title: '网站信息（前台）',
  returns: {
    web_title: text(500),
    web_name: text(500),
    web_logo: image(),
    web_basehost: text(500),
    web_keywords: text(500),
    web_description: longtext(),
    web_copyright: text(500),
    web_recordnum: text(500),
    web_ico: image(),
    web_garecordnum: text(500),
    web_status_text: longtext(),
    company_name: text(500),
    company_address: text(500),
    company_phone: text(500),
    company_email: text(500),
    message_status: flag(),
    /** Whether the site is open. A closed site answers only this call and its text. */
    web_status: flag(),
    /** The operator's own items without secrets, by their group's identifier, then by name. */
    extend: json<Record<string, Record<string, string>>>()(),
    templates: json<{ type: string; model: string; device: string; path: string }[]>()(),
  },
});

export const siteAgreement = get('site.agreement/read', {
  ...read,
  title: '用户协议（前台）',
  returns: { title: text(500), content: html() },
});

const columnFields = {
  id,
  ...publicFields(column.fields, { heavy: false }),
  /** Paths below the template folder. Empty means the template in use for the model (`site.info/read`). */
  list_template: text(200),
  detail_template: text(200),
};

/** Returns the enabled columns whose ancestors are enabled too, as a tree. */
export const siteColumns = get('site.column/list', {
  ...read,
  title: '栏目树（前台）',
  returns: [{ ...columnFields, children: items(columnFields) }],
});

/** Returns one column by `id` or `url_name`, with its text and the parameters of its contents or its form. */
export const siteColumn = get('site.column/read', {
  ...read,
  title: '栏目（前台）',
  params: { id: int({ min: 1 }), url_name: text(120) },
  returns: {
    ...columnFields,
    ...publicFields(column.fields),
    params: items(publicFields(contentParam.fields)),
  },
});

const navFields = {
  id,
  /** `url` is the URL of the linked column if that column leads elsewhere. */
  ...publicFields(nav.fields),
  col_model: text(20),
  col_url_name: text(120),
};

/** Returns a site menu by its group's `ident` or id, as a tree. Entries that lead to a hidden column are left out. */
export const siteNavs = get('site.nav/list', {
  ...read,
  title: '导航（前台）',
  params: { group: text(120, { required: true }) },
  returns: [{ ...navFields, children: items(navFields) }],
});

/** Returns the advertisements of a group, by its `ident` or id, that are live now. */
export const siteAds = get('site.ad/list', {
  ...read,
  title: '广告（前台）',
  params: { group: text(120, { required: true }) },
  returns: [{ id, ...publicFields(ad.fields) }],
});

export const siteAdClick = post('site.ad/click', { ...send, title: '广告点击（前台）', params: { id } });

/**
 * Lists records that are published and within their times: of a column and its branch (`col_id`), or of a whole
 * `model`.
 */
export const siteContents = get('site.content/list', {
  ...read,
  title: '内容列表（前台）',
  params: {
    col_id: ref('column'),
    model: choice(siteModels),
    category_id: ref('category'),
    is_top: flag(),
    is_recommend: flag(),
    is_hot: flag(),
    searchKey: text(100),
    page: int({ min: 1, max: 1000 }),
    limit: int({ min: 1, max: 100 }),
    sort: choice(['sort', 'publish_time', 'views', 'id']),
    order: choice(['asc', 'desc']),
  },
  returns: { page: siteContentFields({ heavy: false }) },
});

/**
 * Reads one content by `model` and `id`, by `col_id` and `slug`, or the single page of `col_id`, and counts a view. The
 * neighbours are from the same column. `is_moved` says that the record has another `slug` or column by now, which the
 * reply names.
 */
export const siteContent = get('site.content/read', {
  ...read,
  title: '内容（前台）',
  params: {
    model: choice(siteModels),
    id: int({ min: 1 }),
    col_id: ref('column'),
    slug: text(120),
    /** Token of a preview link. It opens its record as the working copy has it, whatever the record's state. */
    preview: text(100),
  },
  returns: {
    ...siteContentFields({ heavy: true }),
    is_moved: flag(),
    prev_id: int(),
    prev_title: text(200),
    next_id: int(),
    next_title: text(200),
  },
});

/** Stores a visitor's message to a column of the model message; `data` has the column's parameters by name. */
export const siteMessage = post('site.message/send', {
  access: 'public',
  perMinute: 20,
  title: '提交留言（前台）',
  params: {
    col_id: ref('column', { required: true }),
    name: text(60),
    mobile: text(30, { pattern: patterns.phone }),
    email: text(120, { pattern: patterns.email }),
    content: longtext({ max: 1500 }),
    data: params(),
    /** A hidden input that only bots fill in (honeypot). A bot gets the reply of a success. */
    website: text(500),
  },
});

/** Records a page view. `site.visit/leave` takes the reply's `id`. */
export const siteVisit = post('site.visit/record', {
  ...send,
  // Many visitors may have one address, but one visitor must not fill the disk.
  perDay: 20_000,
  title: '访问记录（前台）',
  params: { url: text(2000, { required: true }), title: text(500), referer: text(2000) },
  returns: { id },
});

/** Records how many seconds the page of a visit was shown. Only the address that recorded the visit may send it. */
export const siteVisitLeave = post('site.visit/leave', {
  ...send,
  title: '访问时长（前台）',
  params: { id, duration: int({ required: true, min: 0, max: 86_400 }) },
});
