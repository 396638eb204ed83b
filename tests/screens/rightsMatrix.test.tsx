import { expect, it } from 'vitest';
import { contractRules } from '../../server/auth/contractRules.ts';
import {
  changesOf,
  type MatrixRow,
  matrix,
  presetNames,
  presetRules,
  rulesOutsideMatrix,
  stateOf,
  toggleCell,
} from '../../src/access/rightsMatrix.ts';

const all = contractRules().map(({ path, title }, at) => ({ id: at + 1, path, title }));
const rules = new Map(all.map((rule) => [rule.path, rule]));
const ids = (...paths: string[]) => new Set(paths.map((path) => rules.get(path)?.id as number));
const pathsOf = (held: Iterable<number>) => [...held].map((id) => all[id - 1]?.path).toSorted();
const row = (name: string) => matrix.flatMap(({ rows }) => rows).find((each) => each.name === name) as MatrixRow;
const any = () => true;
const lists = (model: string) => `base.content/getContentList?model=${model}`;

it('giving a cell gives what looking at it takes; taking the look takes the row, and the screen that no other row needs', () => {
  const given = toggleCell(row('article'), 'publish', { rules, held: new Set(), mayGive: any });
  expect(pathsOf(given)).toEqual(['/content', 'base.content/publish?entity=article', lists('article')].toSorted());
  const both = toggleCell(row('product'), 'view', { rules, held: given, mayGive: any });
  const product = toggleCell(row('article'), 'view', { rules, held: both, mayGive: any });
  expect(pathsOf(product)).toEqual(['/content', lists('product')].toSorted());
  expect(toggleCell(row('product'), 'view', { rules, held: product, mayGive: any })).toEqual(new Set());
});

it('a cell is held in part where one of its rules is missing, and not at all for a screen that another row shares', () => {
  const held = ids('/content', 'base.Category/getCategoryList');
  expect(stateOf(row('category'), 'view', rules, held)).toBe('some');
  expect(stateOf(row('article'), 'view', rules, held)).toBe('none');
  // A screen in the menu without its list, and a list without its screen.
  expect(stateOf(row('article'), 'view', rules, ids(lists('article')))).toBe('some');
});

it('what the administrator does not have is not given', () => {
  const mayGive = (id: number) => all[id - 1]?.path !== 'base.content/deleteArticle';
  const held = toggleCell(row('article'), 'delete', { rules, held: new Set(), mayGive });
  expect(pathsOf(held)).toEqual(['/content', lists('article')].toSorted());
});

it('every rule of the contract has a cell but for these, which stand in the tree', () => {
  const beside = rulesOutsideMatrix(rules, new Set(all.map(({ id }) => id)));
  expect(pathsOf(beside)).toEqual(['base.Tag/rename', 'base.Transfer/import', 'base.admin/createToken']);
});

it('presets give whole cells: who writes does not publish, who reads changes nothing', () => {
  for (const name of presetNames) {
    const held = new Set(presetRules(name, rules, any));
    expect([name, held.size > 0]).toEqual([name, true]);
    for (const { row: each, cell } of changesOf(rules, new Set(), held))
      expect([each.name, cell, stateOf(each, cell, rules, held)]).toEqual([each.name, cell, 'all']);
  }
  const editor = new Set(presetRules('editor', rules, any));
  expect(stateOf(row('article'), 'edit', rules, editor)).toBe('all');
  expect(stateOf(row('article'), 'publish', rules, editor)).toBe('none');
  const reader = changesOf(rules, new Set(), new Set(presetRules('reader', rules, any)));
  expect(new Set(reader.map(({ cell }) => cell))).toEqual(new Set(['view']));
});

it('says what a role gains and loses in rows and cells', () => {
  const before = ids('/content', lists('article'), 'base.content/editArticle');
  const after = ids('/content', lists('article'), 'base.content/publish?entity=article');
  const changes = changesOf(rules, before, after).map(({ row: each, cell, isGained }) => [each.name, cell, isGained]);
  expect(changes).toEqual([
    ['article', 'edit', false],
    ['article', 'publish', true],
  ]);
});
