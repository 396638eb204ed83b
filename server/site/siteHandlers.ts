import type { Params } from '../../contract/call.ts';
import type { siteColumn } from '../../contract/calls/site.ts';
import { column as columnEntity } from '../../contract/entities/column.ts';
import { configGroup } from '../../contract/entities/configGroup.ts';
import { isSafeLink } from '../../contract/links.ts';
import { generation as configGeneration, configValues } from '../config/config.ts';
import { isLiveAd } from '../content/ads.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { networkOf } from '../core/network.ts';
import { keptUntilChanged } from '../database/dataVersion.ts';
import type { Db } from '../database/tables.ts';
import { asProgram, type CallContext, type Handlers } from '../engine/callContext.ts';
import { paramsOf } from '../engine/kinds/contentParams.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { createReadQueue } from '../engine/readQueue.ts';
import { asTree } from '../engine/tree.ts';
import { countHit } from './counters.ts';
import { siteList, sitePreview, siteRecord } from './siteContents.ts';
import { notifyByMail, receiveMessage } from './siteMessages.ts';
import { groupOf, shownColumns, shownNavs } from './siteTree.ts';
import { recordStay, recordVisit } from './siteVisits.ts';

const infoNames = [
  ...(['web_title', 'web_name', 'web_logo', 'web_basehost', 'web_keywords', 'web_description'] as const),
  ...(['web_copyright', 'web_recordnum', 'company_name', 'company_address', 'company_phone'] as const),
  ...(['company_email', 'message_status', 'web_ico', 'web_garecordnum', 'web_status', 'web_status_text'] as const),
];

/** Visitors may ask for much at once, and a site may be large: each list of its contents, or of 2,000 columns, takes long. */
export const contentQueueOf = createReadQueue();

/** Visitors take turns, and let everybody else in after each read. */
const inTurn = <T>({ settings, ip, untilLate }: CallContext, read: () => Promise<T>): Promise<T> =>
  contentQueueOf(settings).run(networkOf(ip), read, untilLate());

const asFlag = (value: string): 0 | 1 => (value === '1' ? 1 : 0);

const handlers = {
  'site.info/read': (context) => inTurn(context, () => readInfo(context.db)),

  'site.agreement/read': (context) =>
    inTurn(context, async () => {
      const names = ['agreement_title', 'agreement_content'] as const;
      const { agreement_title, agreement_content } = await configValues(context.db, names);
      return { title: agreement_title, content: agreement_content };
    }),

  'site.column/list': (context) =>
    inTurn(context, async () => asTree(await shownColumns(context.db), 'children') as never),

  'site.column/read': (context, asked) => inTurn(context, () => readColumn(context.db, asked)),

  'site.nav/list': (context, { group }) =>
    inTurn(context, async () => {
      const id = await groupOf(context.db, 'nav_group', group);
      return id === undefined ? [] : (asTree(await shownNavs(context.db, id), 'children') as never);
    }),

  'site.ad/list': (context, { group }) => inTurn(context, () => liveAds(context.db, group)),

  'site.ad/click': async ({ db, database }, { id }) => {
    const ad = db.selectFrom('ad').select('id').where('id', '=', id).where('deleted_at', 'is', null);
    if (!(await ad.where(isLiveAd(db)).executeTakeFirst())) throw new CallError('not_found');
    countHit(database, { table: 'ad', column: 'clicks', id });
    return undefined;
  },

  'site.content/list': (context, params) => inTurn(context, () => siteList(context.db, params)) as never,

  'site.content/read': async (context, { preview: _none, ...params }) => {
    const { entity, id, record } = await inTurn(context, () => siteRecord(context.db, params));
    countHit(context.database, { table: entity.name, column: 'views', id });
    return record as never;
  },

  'site.message/send': async ({ database, secrets, ip, userAgent, say, later }, { website, ...sent }) => {
    if (!website) {
      const message = await receiveMessage(database, sent as { col_id: number }, { ip, userAgent });
      if (message.mailTo) later('mail', () => notifyByMail(database.db, secrets, message));
    }
    say('message_sent');
    return undefined;
  },

  'site.visit/record': async ({ database, ip, userAgent }, { url, title, referer }) => {
    const refused = Object.entries({ url, referer }).filter(([, link]) => !isSafeLink(link ?? ''));
    if (refused.length > 0)
      throw new InvalidInput(Object.fromEntries(refused.map(([name]) => [name, { key: 'format_link' }])));
    return { id: await recordVisit(database, { url, title, referer, ip, userAgent }) };
  },

  'site.visit/leave': async ({ database, ip }, { id, duration }) => {
    await recordStay(database, { id, ip, duration });
    return undefined;
  },
} satisfies Partial<Handlers>;

/** The primary is read: a replica may not have a token made just now. */
const preview = (context: CallContext, token: string) =>
  inTurn(context, () => sitePreview(context.database.db, token)) as never;

/** A closed site tells its visitors why, and answers nothing else but previews. */
const open = openSite(handlers);
export const siteHandlers = {
  ...open,
  'site.info/read': handlers['site.info/read'],
  'site.content/read': async (context, params) =>
    params.preview ? preview(context, params.preview) : open['site.content/read'](context, params),
} satisfies Partial<Handlers>;

async function readInfo(db: Db) {
  const { message_status, web_status, ...texts } = await configValues(db, infoNames);
  const flags = { message_status: asFlag(message_status), web_status: asFlag(web_status) };
  return { ...texts, ...flags, extend: await extensionValues(db), templates: await usedTemplates(db) };
}

async function readColumn(db: Db, { id, url_name }: Params<typeof siteColumn>) {
  const columns = await shownColumns(db);
  const column = columns.find((each) => (id ? each.id === id : each.url_name === url_name));
  if (!column) throw new CallError('not_found');
  const { content } = (await lifecycle.read(asProgram(db), columnEntity, column.id)) ?? { content: '' };
  return { ...column, content, params: await paramsOf(db, { cid: column.id, sid: 0 }) } as never;
}

async function liveAds(db: Db, group: string) {
  const id = await groupOf(db, 'ad_group', group);
  const live = db
    .selectFrom('ad')
    .select(['id', 'title', 'subtitle', 'org_img', 'mobile_img', 'url', 'target', 'intro'])
    .where('group_id', '=', id ?? 0)
    .where('deleted_at', 'is', null)
    .where(isLiveAd(db));
  return (await live.orderBy('sort').orderBy('id').execute()) as never;
}

/** The operator's own items for the public site, by group and name, without secrets. */
const extensionValues = (db: Db) =>
  keptUntilChanged(db, 'extension values', [configGeneration, configGroup.name], () => readExtensions(db));

async function readExtensions(db: Db): Promise<Record<string, Record<string, string>>> {
  const rows = await db
    .selectFrom('config_group')
    .leftJoin('config_item', (join) =>
      join.onRef('config_item.groupId', '=', 'config_group.id').on('config_item.type', '<>', 'secret'),
    )
    .select(['ident', 'en_name', 'value'])
    .where('kind', '=', 'extend')
    .orderBy('config_item.sort')
    .orderBy('config_item.id')
    .execute();
  const values: Record<string, Record<string, string>> = Object.create(null);
  for (const { ident, en_name, value } of rows) {
    values[ident] ??= Object.create(null) as Record<string, string>;
    if (en_name !== null) Object.assign(values[ident], { [en_name]: value ?? '' });
  }
  return values;
}

type Handler = (context: CallContext, params: never) => Promise<unknown>;

function openSite<H extends Record<string, Handler>>(handlers: H): H {
  const guarded = Object.entries(handlers).map(([path, handler]) => {
    const call: Handler = async (context, params) => {
      const { web_status, web_status_text } = await configValues(context.db, ['web_status', 'web_status_text']);
      if (web_status === '0') throw new CallError('site_closed', { text: web_status_text });
      return handler(context, params);
    };
    return [path, call];
  });
  return Object.fromEntries(guarded) as H;
}

/** The default template files, one for each type, model and device; a column may name another. */
const usedTemplates = (db: Db) =>
  db
    .selectFrom('template')
    .select(['type', 'model', 'device', 'path'])
    .where('is_use', '=', 1)
    .where('found', '=', 1)
    .orderBy('id')
    .execute();
