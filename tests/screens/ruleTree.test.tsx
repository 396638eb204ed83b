import { expect, it } from 'vitest';
import { groupsOf, switched } from '../../src/access/ruleTree.ts';

const rules = [
  { id: 1, pid: null, path: '/content' },
  { id: 2, pid: 1, path: 'base.content/getContentList?model=article' },
  { id: 3, pid: 1, path: 'base.content/getContentList?model=product' },
  { id: 4, pid: 1, path: 'base.content/editArticle' },
  { id: 5, pid: 1, path: 'base.content/publish?entity=article' },
  { id: 6, pid: 1, path: 'base.content/editProduct' },
];
const [group] = groupsOf(rules);
if (!group) throw new Error('the rules are one group');
const toggle = (chosen: number[], id: number) => [...switched(group, new Set(chosen), id)].map(Number).toSorted();

it('choosing to write or publish a content model chooses its list and the screen', () => {
  expect(toggle([], 4)).toEqual([1, 2, 4]);
  expect(toggle([1, 3], 5)).toEqual([1, 2, 3, 5]);
});

it('removing the list of a content model removes what needs it, and nothing of another model', () => {
  expect(toggle([1, 2, 3, 4, 5, 6], 2)).toEqual([1, 3, 6]);
  expect(toggle([1, 2, 3, 4, 5, 6], 1)).toEqual([]);
  expect(toggle([1, 2, 4, 5], 4)).toEqual([1, 2, 5]);
});
