import type { StylisPlugin } from '@emotion/cache';

/** The one property that a browser of today still reads by a prefix alone: Safari's, without which buttons' words are selected. */
export const safariPrefix: StylisPlugin = (element) => {
  if (element.type === 'decl' && element.props === 'user-select')
    element.return = `-webkit-${element.value}${element.value}`;
};
