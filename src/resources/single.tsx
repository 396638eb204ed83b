import { single } from '../../contract/entities/single.ts';
import { contentResource } from '../content/contentResource.ts';
import { later } from '../ui/later.tsx';

export const singleResource = contentResource(single, {
  edit: { saved: 'message' },
  Body: later(() => import('../content/SinglePage.tsx').then((module) => module.SinglePage)),
});
