import { expect, test } from 'vitest';
import pairs from './support/colorPairs.json' with { type: 'json' };
import { contrastOf } from './support/colorPairs.ts';

// That these are all the pairs which the screens show, browser/a11y.test.ts proves.
test.each(['light', 'dark'] as const)(
  'in the %s theme each text of a screen has a contrast of 4.5 to 1 with what is behind it (WCAG 2.2, 1.4.3)',
  (theme) => {
    const weak = pairs.map((pair) => [pair, contrastOf(pair, theme)] as const).filter(([, ratio]) => ratio < 4.5);
    expect(weak).toEqual([]);
  },
);
