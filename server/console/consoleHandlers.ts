import { fullAdminName } from '../../contract/adminName.ts';
import type { Returned } from '../../contract/call.ts';
import { type MenuEntry, searchLimits, type welcomeDate } from '../../contract/calls/console.ts';
import { autoConfig, systemConfig } from '../../contract/configScreens.ts';
import { ad } from '../../contract/entities/ad.ts';
import { admin } from '../../contract/entities/admin.ts';
import { message } from '../../contract/entities/message.ts';
import { type Entity, maxIds } from '../../contract/entity.ts';
import { entityList, findEntity, isCounted, ruleOf, takesGenericCalls } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { type MenuDeclaration, menus } from '../../contract/menus.ts';
import { models } from '../../contract/models.ts';
import { listPath, narrowedPath } from '../../contract/paths.ts';
import { assertMayList, canOpen, canPublish, type Rights, rightsOf } from '../auth/rights.ts';
import { configValues } from '../config/config.ts';
import { isLinkTarget, linkTargets, noTarget } from '../content/linkTargets.ts';
import { started, version } from '../core/program.ts';
import { type Found, findByLabel } from '../csv/findByLabel.ts';
import { searchForm } from '../database/derived/sqlFunctions.ts';
import { type Db, generic } from '../database/tables.ts';
import type { Caller, Handlers, SignedIn } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import type { ListQuery } from '../engine/list/queryFilter.ts';
import { selectRows } from '../engine/list/rows.ts';
import { hiddenFields, limitConditions, visibleIds } from '../engine/withinLimits.ts';
import { lastEdit, lastVisibleEdit } from '../engine/write/lastEdit.ts';
import { lastOperations } from '../logs/lastOperations.ts';
import { entityNamed } from '../recycle/recycled.ts';
import { visitsByDay } from '../site/visits.ts';

/** Screens whose items the console treats as one record. */
const configScreens: Entity[] = [systemConfig, autoConfig];
const weekMs = 7 * 24 * 3600_000;

interface NumberedMenu extends MenuDeclaration {
  id: number;
  children: NumberedMenu[];
}

function number(entries: readonly MenuDeclaration[], next = { id: 1 }): NumberedMenu[] {
  return entries.map((entry) => ({ ...entry, id: next.id++, children: number(entry.children ?? [], next) }));
}
const numbered = number(menus);

function shown(entries: NumberedMenu[], rights: Rights): MenuEntry[] {
  const mayOpen = ({ path, opens }: NumberedMenu) => {
    const rule = opens && ruleOf(opens);
    return path !== undefined && rights.maySee(path) && (rule === undefined || rights.holds(rule));
  };
  return entries
    .filter((entry) => !entry.path || mayOpen(entry))
    .flatMap((entry) => {
      const children = shown(entry.children, rights);
      // A group leads to its first screen, so one without screens is left out.
      if (entry.children.length > 0 && children.length === 0) return [];
      return {
        id: entry.id,
        title: entry.title,
        path: entry.path ?? '',
        icon: entry.icon,
        background: entry.background ?? '',
        spread: entry.spread ?? false,
        model: entry.model ?? '',
        children,
      };
    });
}

async function liveCounts(caller: Caller, seen: Entity[]): Promise<Record<string, number>> {
  return Object.fromEntries(
    await Promise.all(seen.map(async (entity) => [entity.name, await lifecycle.count(caller, entity)])),
  );
}

/**
 * Counts the records that were changed this week. A role with limits gets only its own changes, because those of others
 * may be of records that it does not see.
 */
async function touchedThisWeek({ db, admin }: Caller, seen: Entity[]): Promise<Record<string, number>> {
  if (seen.length === 0) return {};
  const names = seen.map(({ name }) => name);
  let ofWeek = db.selectFrom('operation_log').where('target', 'in', names);
  if (admin?.limits) ofWeek = ofWeek.where('admin_id', '=', admin.id);
  // A program has its owner's id; its name tells the two apart.
  if (admin?.limits && admin.programTokenId) ofWeek = ofWeek.where('username', '=', admin.username);
  const touched = await ofWeek
    .select((select) => ['target', select.fn.count<number>('target_id').distinct().as('n')])
    .where('create_time', '>=', toIsoSeconds(new Date(Date.now() - weekMs)))
    .where('code', '=', 1)
    .groupBy('target')
    .execute();
  return Object.fromEntries([...names.map((name) => [name, 0]), ...touched.map(({ target, n }) => [target, n])]);
}

function below(entries: MenuEntry[], pid: number): MenuEntry[] {
  for (const entry of entries) {
    const found = entry.id === pid ? entry.children : below(entry.children, pid);
    if (found.length > 0) return found;
  }
  return [];
}

async function editOf(caller: Caller, entity: Entity, id: number | null | undefined) {
  const { db } = caller;
  const { name, calls } = entity;
  if (!calls.update) return undefined;
  // The latest edit of any record would tell of records that a role with limits does not see.
  if (!id) return caller.admin?.limits ? undefined : lastEdit(db, name);
  if (!(await visibleIds(caller, entity, [id])).has(id)) return undefined;
  const query = generic(db).selectFrom(name).select('update_time').where('id', '=', id);
  const record = await query.executeTakeFirst();
  return record && lastVisibleEdit(caller, entity, { id, since: String(record.update_time) });
}

const isSearched = (entity: Entity) =>
  entity === admin || (entity.menu !== undefined && !entity.unsearched && takesGenericCalls(entity));

/** How well a name matches, in the order of `Found.rank`. Else the record was found by pinyin or in another field. */
const nameMatches: ((name: string, text: string) => boolean)[] = [
  (name, text) => name === text,
  (name, text) => name.startsWith(text),
  (name, text) => name.includes(text),
];

/** Administrators are known by nickname too, so their own list is searched. */
async function findAdministrators(caller: Caller, text: string): Promise<Found[]> {
  const window = { limit: searchLimits.ofEntity, offset: 0, heavy: false };
  const rows = await selectRows(caller, admin, { searchKey: text }, window);
  return rows.map((row) => {
    const [username, nickname] = [String(row.username), String(row.nickname ?? '')];
    const names = [searchForm(username), searchForm(nickname)];
    const best = nameMatches.findIndex((matches) => names.some((name) => matches(name, searchForm(text))));
    const rank = best < 0 ? nameMatches.length : best;
    return { id: Number(row.id), title: fullAdminName({ username, nickname }), rank };
  });
}

export const consoleHandlers = {
  'base.Menu': async ({ db, admin }, { pid }) => {
    const seen = shown(numbered, await rightsOf(db, admin as SignedIn));
    return pid ? below(seen, pid) : seen;
  },

  'base.Data/webInfo': ({ db }) => configValues(db, ['web_title', 'web_logo', 'web_frame_hosts']),

  'base.Data/webData': async () => ({ models: [...models] }),

  'base.Data/welcomeDate': async (context) => {
    const { db, database, admin } = context;
    const caller = admin as SignedIn;
    const rights = await rightsOf(db, caller);
    const seen = entityList.filter((entity) => isCounted(entity) && canOpen(rights, entity));
    const [counts, week, waiting, visits, recent] = await Promise.all([
      liveCounts(context, seen),
      touchedThisWeek(context, seen),
      todo(context, rights),
      visitsByDay(db, 30),
      lastOperations(db, caller, rights),
    ]);
    const { node } = process.versions;
    const system = { version, database: database.kind, node, started: toIsoSeconds(started) };
    return { counts, week, todo: waiting, visits, recent, system };
  },

  'base.Data/lastEdit': async (context, { entity: name, id }) => {
    const config = configScreens.find((each) => each.name === name);
    await assertMayList(context, config ?? entityNamed(name));
    const edit = config ? await lastEdit(context.db, 'config_item') : await editOf(context, entityNamed(name), id);
    return edit ?? { username: '', nickname: '', time: null };
  },

  'base.Search/records': async (context, { q: text, linked }) => {
    const { db, settings } = context;
    if (!text) return [];
    const rights = await rightsOf(db, context.admin as SignedIn);
    const find = (entity: Entity) =>
      entity === admin ? findAdministrators(context, text) : findByLabel(context, entity, text, searchLimits.ofEntity);
    const found = await Promise.all(
      entityList
        .filter((entity) => isSearched(entity) && canOpen(rights, entity) && (!linked || isLinkTarget(entity)))
        .map(async (entity) => (await find(entity)).map((record) => ({ ...record, entity }))),
    );
    const best = found
      .flat()
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, searchLimits.inAll);
    const targets = linked ? await linkTargets(context, settings, best) : [];
    return best.map(({ entity, id, title }, index) => ({
      entity: entity.name,
      id,
      title,
      path: `${listPath(entity)}/${id}`,
      ...(targets[index] ?? noTarget),
    }));
  },
} satisfies Partial<Handlers>;

type Todo = Returned<typeof welcomeDate>['todo'][number];

const tasks: { kind: string; entity: Entity; filter: ListQuery }[] = [
  { kind: 'message', entity: message, filter: { is_read: 0 } },
  ...entityList
    .filter(({ menu, model, fields }) => menu && model && fields.status)
    .map((entity) => ({ kind: 'draft', entity, filter: { state: 'draft' } })),
];

async function todo(caller: Caller, rights: Rights): Promise<Todo[]> {
  const isAsked = ({ entity, filter }: (typeof tasks)[number]) =>
    !hiddenFields(caller, entity).some((name) => name in filter);
  const visible = tasks.filter((task) => canOpen(rights, task.entity) && isAsked(task));
  const counted = await Promise.all(
    visible.map(async ({ kind, entity, filter }) => ({
      kind,
      path: narrowedPath(entity, filter),
      n: await lifecycle.count(caller, entity, filter),
    })),
  );
  const seesEnds = canOpen(rights, ad) && !hiddenFields(caller, ad).includes('end_time');
  const ending = seesEnds ? [await endingAds(caller.db)] : [];
  return [...(await reviews(caller, rights)), ...counted, ...ending].filter(({ n }) => n > 0);
}

const reviewKinds = { submitted: 'review', returned: 'returned' } as const;

/** Counts what waits for the caller's review and what was returned to the caller, with paths of lists of just those. */
async function reviews(caller: Caller, rights: Rights): Promise<Todo[]> {
  const { db } = caller;
  const waiting = db.selectFrom('review').where((where) =>
    where.or([
      where('state', '=', 'submitted'),
      // A record is returned to its author, who is a person.
      ...(caller.admin && !caller.admin.programTokenId
        ? [where.and([where('state', '=', 'returned'), where('author_id', '=', caller.admin.id)])]
        : []),
    ]),
  );
  const groups = await waiting.select(['entity', 'state']).distinct().execute();
  const found = groups.map(async ({ entity: name, state }): Promise<Todo[]> => {
    const entity = findEntity(name);
    if (!entity || !canOpen(rights, entity)) return [];
    if (state === 'submitted' && !canPublish(rights, entity)) return [];
    const ofGroup = waiting.select('record_id').where('entity', '=', name).where('state', '=', state);
    const rows = await generic(db)
      .selectFrom(name)
      .select('id')
      .where('id', 'in', ofGroup)
      .where('deleted_at', 'is', null)
      .where((where) => where.and(limitConditions(caller, entity, where)))
      .execute();
    const ids = rows.slice(0, maxIds).map(({ id }) => Number(id));
    const path = narrowedPath(entity, { ids });
    return [{ kind: reviewKinds[state as keyof typeof reviewKinds], n: rows.length, path }];
  });
  return (await Promise.all(found)).flat();
}

/** Counts enabled advertisements that end within 7 days, with the path of a list of exactly those. */
async function endingAds(db: Db): Promise<Todo> {
  const now = Date.now();
  const rows = await db
    .selectFrom('ad')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .where('end_time', '>', toIsoSeconds(new Date(now)))
    .where('end_time', '<=', toIsoSeconds(new Date(now + weekMs)))
    .orderBy('end_time')
    .execute();
  const ids = rows.map(({ id }) => id).slice(0, maxIds);
  return { kind: 'ad_ending', n: rows.length, path: narrowedPath(ad, { ids }) };
}
