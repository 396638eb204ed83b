import type { Call } from './call.ts';
import * as auth from './calls/auth.ts';
import * as backup from './calls/backup.ts';
import * as batch from './calls/batch.ts';
import * as bulk from './calls/bulk.ts';
import * as check from './calls/check.ts';
import * as cloud from './calls/cloud.ts';
import * as config from './calls/config.ts';
import * as console from './calls/console.ts';
import * as content from './calls/content.ts';
import * as explain from './calls/explain.ts';
import * as media from './calls/media.ts';
import * as passkey from './calls/passkey.ts';
import * as publishing from './calls/publishing.ts';
import * as recycle from './calls/recycle.ts';
import * as session from './calls/session.ts';
import * as site from './calls/site.ts';
import * as system from './calls/system.ts';
import * as tags from './calls/tags.ts';
import * as token from './calls/token.ts';
import * as transfer from './calls/transfer.ts';
import * as upload from './calls/upload.ts';
import * as version from './calls/version.ts';
import { ad } from './entities/ad.ts';
import { adGroup } from './entities/adGroup.ts';
import { admin } from './entities/admin.ts';
import { article } from './entities/article.ts';
import { atlas } from './entities/atlas.ts';
import { category } from './entities/category.ts';
import { column } from './entities/column.ts';
import { configGroup } from './entities/configGroup.ts';
import { configItem } from './entities/configItem.ts';
import { contentListCall } from './entities/content.ts';
import { contentParam } from './entities/contentParam.ts';
import { down } from './entities/down.ts';
import { operationLog, runLog, visitorLog } from './entities/logs.ts';
import { media as mediaFile } from './entities/media.ts';
import { mediaFolder } from './entities/mediaFolder.ts';
import { message } from './entities/message.ts';
import { nav } from './entities/nav.ts';
import { navGroup } from './entities/navGroup.ts';
import { product } from './entities/product.ts';
import { recruitment } from './entities/recruitment.ts';
import { role } from './entities/role.ts';
import { rule } from './entities/rule.ts';
import { single } from './entities/single.ts';
import { size } from './entities/size.ts';
import { template } from './entities/template.ts';
import { user } from './entities/user.ts';
import { video } from './entities/video.ts';
import { collect, downRecord, history } from './entities/visits.ts';
import { type CallName, type Entity, listParams, saveCall } from './entity.ts';
import type { Fields } from './fields.ts';
import { hasSecrets } from './secrets.ts';

export const entities = {
  column,
  article,
  product,
  atlas,
  video,
  down,
  recruitment,
  single,
  message,
  category,
  size,
  content_param: contentParam,
  media: mediaFile,
  media_folder: mediaFolder,
  nav,
  nav_group: navGroup,
  ad,
  ad_group: adGroup,
  user,
  history,
  collect,
  down_record: downRecord,
  admin,
  role,
  rule,
  config_item: configItem,
  config_group: configGroup,
  template,
  operation_log: operationLog,
  run_log: runLog,
  visitor_log: visitorLog,
};

export type Entities = typeof entities;
export type EntityName = keyof Entities;
export const entityList: Entity[] = Object.values(entities);

/** The entities of the content models, whose records stand in columns. */
export const contentEntities: Entity[] = entityList.filter(({ model }) => model);

/** Finds an entity by an untrusted name. Undefined if there is none, also for inherited names such as `constructor`. */
export const findEntity = (name: unknown): Entity | undefined =>
  typeof name === 'string' && Object.hasOwn(entities, name) ? entities[name as EntityName] : undefined;

/** The lists of entities with secrets. Only their own handlers know which records and values may be read. */
const guardedLists = new Set(entityList.filter(hasSecrets).map(({ calls }) => calls.list.path));

/**
 * Whether export, import, bulk edit and search take the entity. They refuse those with secrets, or whose list has some.
 */
export const takesGenericCalls = ({ name, calls }: Entity): boolean =>
  findEntity(name) !== undefined && !guardedLists.has(calls.list.path);

/** Whether each write of a record makes a version of it. */
export const hasVersions = (entity: Entity): boolean => Boolean(entity.recycle) && takesGenericCalls(entity);

/** Fields of all content models, except the column, which the list call names `id`. */
const { col_id: _column, ...contentFields } = Object.assign(
  {},
  ...contentEntities.map(({ fields }) => fields),
) as Fields;

export const getContentList = {
  ...contentListCall,
  params: { ...contentListCall.params, ...listParams(contentFields) },
};

/** Each entity has its own rule for exporting its records. */
export const transferExport = {
  ...transfer.exportCall,
  ruleByParam: {
    param: 'entity',
    titles: Object.fromEntries(entityList.filter(takesGenericCalls).map(({ name, title }) => [name, `导出${title}`])),
  },
};

/** Every call that these modules export belongs to the contract. A later one replaces an earlier one of its path. */
const callModules = [
  auth,
  session,
  explain,
  console,
  content,
  config,
  cloud,
  site,
  recycle,
  bulk,
  tags,
  token,
  check,
  transfer,
  upload,
  media,
  passkey,
  publishing,
  version,
  batch,
  system,
  backup,
  { getContentList, transferExport },
] as const;
type Exported<M> = M extends unknown ? M[keyof M] : never;
type OtherCall = Extract<Exported<(typeof callModules)[number]>, Call>;

const isCall = (exported: unknown): exported is Call =>
  typeof exported === 'object' && exported !== null && 'verb' in exported;

export type OtherCalls = { [C in OtherCall as C['path']]: C };

const publicLogged = [auth.login.path, passkey.passkeyLogin.path, session.endNewSession.path] as const;

export type LoggedPath =
  | { [P in keyof OtherCalls]: OtherCalls[P] extends { access: 'public' } ? never : P }[keyof OtherCalls]
  | (typeof publicLogged)[number];

/** The operation log records writes, sign-ins, sign-outs, and any call that a signed-in administrator was refused. */
export const isOperationLogged = ({ path, access }: Call): boolean =>
  access !== 'public' || publicLogged.some((logged) => logged === path);

type EntityCallsOf<E extends Entity> = { [R in keyof E['calls']]: E['calls'][R] & Call };
type AnyEntityCall = { [N in EntityName]: EntityCallsOf<Entities[N]>[keyof Entities[N]['calls']] }[EntityName];
export type EntityCallPath = Exclude<AnyEntityCall['path'], OtherCall['path']>;

export interface RoutedCall {
  call: Call;
  entity?: Entity;
  /** `save` is one call that creates and edits. */
  callName?: CallName | 'save';
}

/** An entity's calls with their names. If create and update share a path, they become one `save` call. */
function routedCalls(entity: Entity): RoutedCall[] {
  const { create, update } = entity.calls;
  const isSave = create && update && create.path === update.path;
  return Object.entries(entity.calls)
    .filter(([callName]) => !(isSave && callName === 'create'))
    .map(([callName, call]) =>
      isSave && callName === 'update'
        ? { call: saveCall(entity, create, update), entity, callName: 'save' }
        : { call, entity, callName: callName as CallName },
    );
}

/** All calls by path. A call shared by several entities occurs once, without an entity. */
export const calls: ReadonlyMap<string, RoutedCall> = new Map<string, RoutedCall>([
  ...entityList.flatMap(routedCalls).map((routed): [string, RoutedCall] => [routed.call.path, routed]),
  ...callModules
    .flatMap((module) => Object.values<unknown>(module))
    .filter(isCall)
    .map((call): [string, RoutedCall] => [call.path, { call }]),
]);

/**
 * The rule that a call needs, or undefined if it needs none. A call may accept its `orRule` instead.
 * @param params of the call, if its rule depends on one of them: `base.content/publish?entity=article`
 */
export function ruleOf(call: Call, params: Readonly<Record<string, unknown>> = call.with ?? {}): string | undefined {
  if (call.access !== 'rule') return undefined;
  const path = call.rule ?? call.path;
  const { param } = call.ruleByParam ?? {};
  return param ? `${path}?${param}=${params[param]}` : path;
}

/** Returns all rules with which a call can be made, one for each value of its parameter. */
export function rulesOf(call: Call): string[] {
  const { param = '', titles = { '': '' } } = call.ruleByParam ?? {};
  return Object.keys(titles).flatMap((value) => ruleOf(call, { [param]: value }) ?? []);
}

/** Names the rule of a call whose parameter is not known yet: `base.content/publish?entity=…`. */
export const anyRuleOf = (call: Call): string | undefined =>
  ruleOf(call, call.ruleByParam && { [call.ruleByParam.param]: '…' });

/** Whether the home screen counts the entity's records: it has a screen in the menu, and people create its records. */
export const isCounted = ({ menu, sub, isLog }: Entity) =>
  menu !== undefined && menu.group !== 'system' && menu.group !== 'access' && !sub && !isLog;
