import { product } from '../../contract/entities/product.ts';
import { contentResource } from '../content/contentResource.tsx';
import { lazyInput } from '../fields/lazyInput.tsx';

export const productResource = contentResource(product, {
  adds: {
    columns: ['price', 'stock'],
    tabs: {
      sale: {
        main: ['price', 'market_price', 'unit'],
        side: ['stock', 'sales', 'sn'],
        wide: ['size_ids', 'skus'],
      },
      images: { main: ['images'] },
    },
  },
  form: {
    inputs: { skus: lazyInput(() => import('../content/SkusInput.tsx').then((module) => module.SkusInput), 200) },
  },
});
