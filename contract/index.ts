import type { Call } from './call.ts';
import * as auth from './calls/auth.ts';
import * as console from './calls/console.ts';
import * as content from './calls/content.ts';
import { admin } from './entities/admin.ts';
import { article } from './entities/article.ts';
import { column } from './entities/column.ts';
import { getContentList } from './entities/content.ts';
import { role } from './entities/role.ts';
import { rule } from './entities/rule.ts';
import { single } from './entities/single.ts';
import type { Entity, Role } from './entity.ts';

/** Every entity: table, screens, calls and rules come from here. */
export const entities = { column, article, single, admin, role, rule };

export type Entities = typeof entities;
export type EntityName = keyof Entities;
export const entityList: Entity[] = Object.values(entities);

const otherCalls = [
  auth.login,
  auth.checkLogin,
  auth.ini,
  auth.logout,
  auth.changePassword,
  auth.preferences,
  auth.savePreference,
  console.getAdminInfo,
  console.menu,
  console.webInfo,
  console.webData,
  console.welcomeDate,
  console.searchRecords,
  content.getModelList,
  content.getContentTopMenu,
  content.setIndex,
  getContentList,
] as const;
type OtherCall = (typeof otherCalls)[number];

/** The calls that are not one entity's list, create, update or delete, by path: each needs a handler of its own. */
export type OtherCalls = { [C in OtherCall as C['path']]: C };

type EntityCallsOf<E extends Entity> = { [R in keyof E['calls']]: E['calls'][R] & Call };
type AnyEntityCall = { [N in EntityName]: EntityCallsOf<Entities[N]>[keyof Entities[N]['calls']] }[EntityName];
export type EntityCallPath = Exclude<AnyEntityCall['path'], OtherCall['path']>;

/** A call as the routes need it: with the entity and the role where it is an entity's. */
export interface RoutedCall {
  call: Call;
  entity?: Entity;
  role?: Role;
}

/** Every call by path. A call that several entities share stands once, without an entity. */
export const calls: ReadonlyMap<string, RoutedCall> = new Map<string, RoutedCall>([
  ...entityList.flatMap((entity) =>
    Object.entries(entity.calls).map(([role, call]): [string, RoutedCall] => [
      call.path,
      { call, entity, role: role as Role },
    ]),
  ),
  ...otherCalls.map((call): [string, RoutedCall] => [call.path, { call }]),
]);

/** The rule that a call needs, or undefined where none is needed. */
export const ruleOf = (call: Call) => (call.access === 'rule' ? (call.rule ?? call.path) : undefined);
