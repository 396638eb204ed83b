import { sizes } from '../theme/index.ts';

/** Tiles beside each other, at least two. */
export const gridStyle = {
  ...{ listStyle: 'none', m: 0, p: 0.5, display: 'grid', gap: 1.5, alignContent: 'start', overflowY: { sm: 'auto' } },
  ...{ minHeight: 0, flex: '0 1 auto' },
  gridTemplateColumns: ({ spacing }: { spacing: (n: number) => string }) =>
    `repeat(auto-fill, minmax(min(calc(50% - ${spacing(1)}), ${sizes.tile}), 1fr))`,
} as const;
