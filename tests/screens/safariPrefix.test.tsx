import createCache from '@emotion/cache';
import { expect, test } from 'vitest';
import { safariPrefix } from '../../src/theme/index.ts';

test('what may not be selected may not be in Safari either, and nothing else is written twice', () => {
  const cache = createCache({ key: 'prefix', stylisPlugins: [safariPrefix], speedy: false });
  const styles = 'user-select:none;display:flex;';
  cache.insert('.prefix-a', { name: 'a', styles, next: undefined }, cache.sheet, false);
  const text = cache.sheet.tags.map((tag) => tag.textContent).join('');
  expect(text).toContain('-webkit-user-select:none;user-select:none;');
  expect(text.match(/display/g)).toHaveLength(1);
});
