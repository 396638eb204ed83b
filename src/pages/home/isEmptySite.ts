import { entityList } from '../../../contract/index.ts';
import type { Welcome } from './useWelcome.ts';

/** Neither a column nor any content; not so where the back end, or the role, tells no number of columns. */
export function isEmptySite(welcome: Welcome | undefined): boolean {
  const counts = welcome?.counts;
  const content = entityList.filter(({ model }) => model);
  return counts?.column === 0 && content.every(({ name }) => !counts[name]);
}
