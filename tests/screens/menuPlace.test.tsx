import { expect, it } from 'vitest';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { trailTo } from '../../src/navigation/useMenuPlace.ts';

const entry = (path: string, ...children: MenuEntry[]) => ({ title: path, path, children }) as MenuEntry;
const menu = [entry('/site', entry('/nav'), entry('/navList')), entry('/users', entry('/user'))];

it.each([
  ['/nav', ['/site', '/nav']],
  ['/nav/7', ['/site', '/nav']],
  ['/navList', ['/site', '/navList']],
  ['/navList/7', ['/site', '/navList']],
  ['/userTokens', []],
])('the address %s is at the entries %j, though the path of one may begin like another’s', (path, trail) => {
  expect(trailTo(menu, path).map((each) => each.path)).toEqual(trail);
});
