import { readFileSync } from 'node:fs';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { entityList } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { type MenuDeclaration, menus, openScreens } from '../../contract/menus.ts';
import { models } from '../../contract/models.ts';
import * as crud from '../crud.ts';
import type { Db } from '../database/tables.ts';
import { webInfo } from '../services/site.ts';
import type { Handlers, SignedIn } from '../unit.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const started = new Date();

interface NumberedMenu extends MenuDeclaration {
  id: number;
  children: NumberedMenu[];
}

/** The constant table with an id for each entry, in reading order. */
function number(entries: readonly MenuDeclaration[], next = { id: 1 }): NumberedMenu[] {
  return entries.map((entry) => ({ ...entry, id: next.id++, children: number(entry.children ?? [], next) }));
}
const numbered = number(menus);

/** The screens that a role may open, by the paths of its rules. */
async function screensOf(db: Db, { roleId, isSuper }: SignedIn): Promise<(path: string) => boolean> {
  if (isSuper) return () => true;
  const held = await db
    .selectFrom('rule')
    .innerJoin('role_rule_method', 'ref_id', 'rule.id')
    .select('path')
    .where('owner_id', '=', roleId)
    .where('show', '=', 1)
    .execute();
  const paths = new Set([...openScreens, ...held.map((rule) => rule.path)]);
  return (path) => paths.has(`/${path.split('/')[1]}`);
}

function shown(entries: NumberedMenu[], maySee: (path: string) => boolean): MenuEntry[] {
  return entries
    .map((entry) => ({
      id: entry.id,
      title: entry.title,
      path: entry.path ?? '',
      icon: entry.icon,
      background: '',
      spread: false,
      model: entry.model ?? '',
      children: shown(entry.children, maySee),
    }))
    .filter((entry) => (entry.path ? maySee(entry.path) : entry.children.length > 0));
}

function below(entries: MenuEntry[], pid: number): MenuEntry[] {
  for (const entry of entries) {
    const found = entry.id === pid ? entry.children : below(entry.children, pid);
    if (found.length > 0) return found;
  }
  return [];
}

export const consoleHandlers = {
  'base.Menu': async ({ db, admin }, { pid }) => {
    const seen = shown(numbered, await screensOf(db, admin as SignedIn));
    return pid ? below(seen, pid) : seen;
  },

  'base.Data/webInfo': ({ db }) => webInfo(db),

  'base.Data/webData': async () => ({ models: [...models] }),

  'base.Data/welcomeDate': async ({ db, database, admin }) => {
    const maySee = await screensOf(db, admin as SignedIn);
    const seen = entityList.filter((entity) => maySee(entity.screen));
    const totals = await Promise.all(seen.map(async (entity) => [entity.name, await crud.count(db, entity)]));
    return {
      counts: Object.fromEntries(totals),
      system: {
        version,
        database: database.kind,
        node: process.versions.node,
        started: toIsoSeconds(started),
      },
    };
  },
} satisfies Partial<Handlers>;
