import { single } from '../../contract/entities/single.ts';
import { contentResource } from '../contentResource.ts';
import { later } from '../later.tsx';

export const singleResource = contentResource(single, {
  edit: { saved: 'message' },
  Body: later(() => import('../screens/SinglePage.tsx').then((module) => module.SinglePage)),
});
