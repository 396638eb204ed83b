import type { RaRecord } from 'ra-core';
import type { Call } from '../../contract/call.ts';
import { backupPage } from '../../contract/calls/backup.ts';
import { publish } from '../../contract/calls/publishing.ts';
import { recycleBin } from '../../contract/calls/recycle.ts';
import { systemPage } from '../../contract/calls/system.ts';
import { agreement, autoConfig, systemConfig } from '../../contract/configScreens.ts';
import type { CallName, Entity, MenuGroup } from '../../contract/entity.ts';
import { entityList, ruleOf, transferExport } from '../../contract/index.ts';
import { actionOfCallName, type RightAction, rightActions } from '../../contract/rules.ts';

/** The columns of the matrix. */
export const cells = rightActions;
export type Cell = RightAction;

/** A row of the matrix: a subject that people know by one name, with the paths of the rules behind each cell. */
export interface MatrixRow {
  /** The name of the entity. The message `resources.<name>.name` is the row's title. */
  name: string;
  /** The rule that shows it in the menu. Several rows may share it. */
  screen: string;
  paths: Partial<Record<Cell, string[]>>;
}

export interface MatrixSection {
  /** A message key. */
  title: string;
  rows: MatrixRow[];
}

type Screen = Pick<Entity, 'name' | 'screen' | 'calls'>;

/** Rules that belong to a cell in addition to those of the entity's own calls. */
const extraRules: Record<string, Partial<Record<Cell, string[]>>> = {
  column: { edit: ['base.content/setIndex'] },
  media: {
    view: ['base.Media/usage'],
    create: [
      ...['base.upload/fileUpload', 'base.upload/videoUpload', 'base.upload/documentUpload'],
      ...['base.Media/register', 'base.Config/getCos'],
    ],
    edit: ['base.Media/move', 'base.Media/replace'],
  },
  recycle: { edit: ['base.Recycle/restore'], delete: ['base.Recycle/purge'] },
  admin: { edit: ['base.admin/endTotp', 'base.admin/viewAs'] },
  role: { view: ['base.admin/explain'] },
  template: { edit: ['base.Config/useTemplate'] },
  system_config: { edit: ['base.Config/testMail', 'base.Config/testSms'] },
  auto_config: { view: ['base.Config/autoGroupConfig'] },
  backup: { create: ['base.Backup/create'], delete: ['base.Backup/delete'], export: ['base.Backup/download'] },
};

const merge = (all: Partial<Record<Cell, string[]>>[]): Partial<Record<Cell, string[]>> =>
  Object.fromEntries(
    cells.flatMap((cell) => {
      const paths = new Set(all.flatMap((each) => each[cell] ?? []));
      return paths.size > 0 ? [[cell, [...paths]]] : [];
    }),
  );

function pathsOf({ name, calls }: Screen): Partial<Record<Cell, string[]>> {
  const own = (Object.entries(calls) as [CallName, Call][]).flatMap(([callName, call]) => {
    const rule = ruleOf(call);
    return rule ? [{ [actionOfCallName[callName]]: [rule] }] : [];
  });
  const rules = (call: Call, params: Record<string, string>) => {
    const { param = '', titles = {} } = call.ruleByParam ?? {};
    return Object.hasOwn(titles, params[param] ?? '') ? [ruleOf(call, params) as string] : [];
  };
  return merge([
    ...own,
    { publish: rules(publish, { entity: name }), export: rules(transferExport, { entity: name }) },
    extraRules[name] ?? {},
  ]);
}

/** A screen's row includes the entities that share it and have no menu entry, such as the groups of navigations. */
function rowOf(screen: Screen): MatrixRow {
  const below = entityList.filter((each) => each.screen === screen.screen && !each.menu && each.name !== screen.name);
  return { name: screen.name, screen: screen.screen, paths: merge([screen, ...below].map(pathsOf)) };
}

const rowsOf = (...groups: MenuGroup[]): MatrixRow[] =>
  entityList.filter(({ menu }) => menu && groups.includes(menu.group)).map(rowOf);

export const matrix: MatrixSection[] = [
  { title: 'menu.content', rows: [...rowsOf('content'), ...rowsOf('structure'), rowOf(recycleBin)] },
  { title: 'menu.site', rows: rowsOf('site') },
  { title: 'menu.users', rows: [...rowsOf('users'), rowOf(agreement)] },
  {
    title: 'menu.system',
    rows: [
      ...rowsOf('access'),
      ...[systemConfig, autoConfig].map(rowOf),
      ...rowsOf('system'),
      ...[backupPage, systemPage].map(rowOf),
    ],
  },
  { title: 'menu.logs', rows: rowsOf('logs') },
];

const allRows = matrix.flatMap(({ rows }) => rows);

/** The rules of a back end by their paths. */
export type RulesByPath = ReadonlyMap<string, RaRecord>;

/** The ids of those of a cell's rules that the back end has. */
export const idsOf = ({ paths }: MatrixRow, cell: Cell, rules: RulesByPath): number[] =>
  (paths[cell] ?? []).flatMap((path) => {
    const rule = rules.get(path);
    return rule ? [Number(rule.id)] : [];
  });

const screenIds = ({ screen }: MatrixRow, rules: RulesByPath): number[] => {
  const rule = rules.get(screen);
  return rule ? [Number(rule.id)] : [];
};

/** The ids of the rules that a cell needs: its own, and those that show the row's screen. */
export const requiredRuleIds = (row: MatrixRow, cell: Cell, rules: RulesByPath): number[] => [
  ...new Set([...screenIds(row, rules), ...idsOf(row, 'view', rules), ...idsOf(row, cell, rules)]),
];

/** The paths of the rules that a cell stands for. Those of `view` include the screen. */
export const rightsOf = ({ paths, screen }: MatrixRow, cell: Cell): string[] =>
  cell === 'view' ? [screen, ...(paths.view ?? [])] : (paths[cell] ?? []);

export type CellState = 'none' | 'some' | 'all';

/**
 * `some`: only a part of the needed rules is held. `all` needs the rule of the screen too. Held alone, that rule does
 * not count for a cell with rules of its own, because several rows may share it.
 */
export function stateOf(row: MatrixRow, cell: Cell, rules: RulesByPath, held: ReadonlySet<number>): CellState {
  const screen = screenIds(row, rules);
  const own = idsOf(row, cell, rules);
  const counted = own.length > 0 ? own : screen;
  const n = counted.filter((id) => held.has(id)).length;
  if (n === 0) return 'none';
  return n === counted.length && screen.every((id) => held.has(id)) ? 'all' : 'some';
}

/** Whether the row has such a cell on this back end. Every screen has a `view` cell. */
export const hasCell = (row: MatrixRow, cell: Cell, rules: RulesByPath): boolean =>
  idsOf(row, cell, rules).length > 0 || (cell === 'view' && screenIds(row, rules).length > 0);

/** Grants a cell together with the rules that it needs, or revokes it. Revoking `view` revokes the whole row. */
export function toggleCell(
  row: MatrixRow,
  cell: Cell,
  { rules, held, mayGive }: { rules: RulesByPath; held: ReadonlySet<number>; mayGive: (id: number) => boolean },
): Set<number> {
  const next = new Set(held);
  const isGiven = stateOf(row, cell, rules, held) !== 'all';
  if (isGiven) for (const id of requiredRuleIds(row, cell, rules).filter(mayGive)) next.add(id);
  else {
    const taken = cell === 'view' ? cells : [cell];
    for (const each of taken) for (const id of idsOf(row, each, rules)) next.delete(id);
    if (cell === 'view') {
      const others = allRows.filter((other) => other.screen === row.screen && other !== row);
      const isUsed = others.some((other) => cells.some((each) => idsOf(other, each, rules).some((id) => next.has(id))));
      if (!isUsed) for (const id of screenIds(row, rules)) next.delete(id);
    }
  }
  return next;
}

/** The held rules that no cell shows. */
export function rulesOutsideMatrix(rules: RulesByPath, held: ReadonlySet<number>): number[] {
  const shown = new Set(
    allRows.flatMap((row) => [...screenIds(row, rules), ...cells.flatMap((cell) => idsOf(row, cell, rules))]),
  );
  return [...held].filter((id) => !shown.has(id));
}

const contents = ['article', 'product', 'atlas', 'video', 'down', 'recruitment', 'single'];

/** Presets for a new role: the cells to grant in each row, and rules that no cell has. */
const presets = {
  chief: {
    rows: {
      ...Object.fromEntries(
        [...contents, 'category', 'size', 'content_param', 'media', 'column'].map((name) => [name, cells]),
      ),
      message: ['view', 'edit', 'delete'],
      recycle: ['view', 'edit'],
      nav: cells,
      ad: cells,
    },
    more: ['base.Tag/rename', 'base.Transfer/import'],
  },
  editor: {
    rows: {
      ...Object.fromEntries(contents.map((name) => [name, ['view', 'create', 'edit']])),
      category: ['view'],
      size: ['view'],
      media: ['view', 'create'],
    },
    more: [],
  },
  shop: {
    rows: {
      ...Object.fromEntries(['product', 'category', 'size', 'ad'].map((name) => [name, cells])),
      media: ['view', 'create', 'edit'],
      recycle: ['view', 'edit'],
      message: ['view', 'edit'],
      user: ['view', 'edit'],
      history: ['view'],
      collect: ['view'],
    },
    more: ['base.Transfer/import'],
  },
  service: {
    rows: { message: ['view', 'edit'], user: ['view', 'edit'], history: ['view'], collect: ['view'] },
    more: [],
  },
  reader: {
    rows: Object.fromEntries(
      matrix
        .filter(({ title }) => title !== 'menu.system' && title !== 'menu.logs')
        .flatMap(({ rows }) => rows)
        .filter(({ name }) => name !== 'recycle')
        .map(({ name }) => [name, ['view']]),
    ),
    more: [],
  },
} satisfies Record<string, { rows: Record<string, readonly string[]>; more: string[] }>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];

/** The ids of a preset's rules, in order. */
export function presetRules(name: PresetName, rules: RulesByPath, mayGive: (id: number) => boolean): number[] {
  const { rows, more }: { rows: Record<string, readonly string[]>; more: string[] } = presets[name];
  const ids = allRows.flatMap((row) =>
    cells
      .filter((cell) => rows[row.name]?.includes(cell) && hasCell(row, cell, rules))
      .flatMap((cell) => requiredRuleIds(row, cell, rules)),
  );
  const others = more.flatMap((path) => Number(rules.get(path)?.id ?? 0) || []);
  return [...new Set([...ids, ...others])].filter(mayGive).toSorted((one, other) => one - other);
}

/** The cells that a role gains or loses. A cell that is granted in part counts as not granted. */
export function changesOf(rules: RulesByPath, before: ReadonlySet<number>, after: ReadonlySet<number>) {
  const changes: { row: MatrixRow; cell: Cell; isGained: boolean }[] = [];
  for (const row of allRows)
    for (const cell of cells) {
      if (!hasCell(row, cell, rules)) continue;
      const [was, is] = [before, after].map((held) => stateOf(row, cell, rules, held) === 'all');
      if (was !== is) changes.push({ row, cell, isGained: is === true });
    }
  return changes;
}
