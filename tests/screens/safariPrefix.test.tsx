import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { Box } from '@mui/material';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { safariPrefix } from '../../src/theme/index.ts';

test('what may not be selected may not be in Safari either, and nothing else is written twice', () => {
  const cache = createCache({ key: 'prefix', stylisPlugins: [safariPrefix] });
  render(
    <CacheProvider value={cache}>
      <Box sx={{ userSelect: 'none', display: 'flex' }} />
    </CacheProvider>,
  );
  const text = cache.sheet.tags.map((tag) => tag.textContent).join('');
  expect(text).toContain('-webkit-user-select:none;user-select:none;');
  expect(text.match(/display/g)).toHaveLength(1);
});
