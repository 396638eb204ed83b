import type { MenuEntry } from '../../contract/calls/console.ts';
import { autoConfig, systemConfig } from '../../contract/configScreens.ts';
import type { Entity } from '../../contract/entity.ts';
import { entityList, isCounted, ruleOf } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { type MenuDeclaration, menus } from '../../contract/menus.ts';
import { models } from '../../contract/models.ts';
import { assertMayList, type Rights, rightsOf } from '../auth/rights.ts';
import { webInfo } from '../config/config.ts';
import { version } from '../core/version.ts';
import { generic } from '../database/generic.ts';
import type { Db } from '../database/tables.ts';
import type { Handlers, SignedIn } from '../engine/callContext.ts';
import * as crud from '../engine/crud.ts';
import { lastEdit } from '../engine/lastEdit.ts';
import { lastOperations } from '../logs/lastOperations.ts';
import { entityNamed } from '../recycle/recycled.ts';
import { visitsByDay } from '../site/visits.ts';
import { todo } from './todo.ts';

const started = new Date();
/** Screens whose items the console treats as one record. */
const configScreens: Entity[] = [systemConfig, autoConfig];
const weekMs = 7 * 24 * 3600_000;

interface NumberedMenu extends MenuDeclaration {
  id: number;
  children: NumberedMenu[];
}

/** Numbers the entries of the constant menu table in reading order. */
function number(entries: readonly MenuDeclaration[], next = { id: 1 }): NumberedMenu[] {
  return entries.map((entry) => ({ ...entry, id: next.id++, children: number(entry.children ?? [], next) }));
}
const numbered = number(menus);

/** The entries that a role may open. */
function shown(entries: NumberedMenu[], rights: Rights): MenuEntry[] {
  const mayOpen = ({ path, opens }: NumberedMenu) => {
    const rule = opens && ruleOf(opens);
    return path !== undefined && rights.maySee(path) && (rule === undefined || rights.holds(rule));
  };
  return entries
    .filter((entry) => !entry.path || mayOpen(entry))
    .map((entry) => ({
      id: entry.id,
      title: entry.title,
      path: entry.path ?? '',
      icon: entry.icon,
      background: entry.background ?? '',
      spread: entry.spread ?? false,
      model: entry.model ?? '',
      children: shown(entry.children, rights),
    }))
    .filter((entry) => entry.path || entry.children.length > 0);
}

async function liveCounts(db: Db, seen: Entity[]): Promise<Record<string, number>> {
  return Object.fromEntries(await Promise.all(seen.map(async (entity) => [entity.name, await crud.count(db, entity)])));
}

/** How many records of each entity were changed in the last 7 days, by the operation log. */
async function touchedThisWeek(db: Db, seen: Entity[]): Promise<Record<string, number>> {
  if (seen.length === 0) return {};
  const names = seen.map(({ name }) => name);
  const touched = await db
    .selectFrom('operation_log')
    .select((select) => ['target', select.fn.count<number>('target_id').distinct().as('n')])
    .where('target', 'in', names)
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

/** The last edit of one record, or of any record of the entity. */
async function editOf(db: Db, { name, calls }: Entity, id: number | null | undefined) {
  if (!calls.update) return undefined;
  if (!id) return lastEdit(db, name);
  const query = generic(db).selectFrom(name).select('update_time').where('id', '=', id);
  const record = await query.executeTakeFirst();
  return record && lastEdit(db, name, { id, since: String(record.update_time) });
}

export const consoleHandlers = {
  'base.Menu': async ({ db, admin }, { pid }) => {
    const seen = shown(numbered, await rightsOf(db, admin as SignedIn));
    return pid ? below(seen, pid) : seen;
  },

  'base.Data/webInfo': ({ db }) => webInfo(db),

  'base.Data/webData': async () => ({ models: [...models] }),

  'base.Data/welcomeDate': async ({ db, database, admin }) => {
    const caller = admin as SignedIn;
    const rights = await rightsOf(db, caller);
    const seen = entityList.filter((entity) => isCounted(entity) && rights.maySee(entity.screen));
    const [counts, week, waiting, visits, recent] = await Promise.all([
      liveCounts(db, seen),
      touchedThisWeek(db, seen),
      todo(db, rights),
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
    const edit = config ? await lastEdit(context.db, 'config_item') : await editOf(context.db, entityNamed(name), id);
    return edit ?? { username: '', time: null };
  },
} satisfies Partial<Handlers>;
