import { single } from '../../contract/entities/single.ts';
import { contentResource } from '../content/contentResource.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

export const singleResource = contentResource(single, {
  edit: { saved: 'message' },
  Body: lazyComponent(() => import('../content/SinglePage.tsx').then((module) => module.SinglePage)),
});
