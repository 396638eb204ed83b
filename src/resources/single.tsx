import { single } from '../../contract/entities/single.ts';
import { contentResource } from '../content/contentResource.tsx';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';

export const singleResource = contentResource(single, {
  list: {
    Body: lazyComponent(() => withTexts(import('../content/SinglePage.tsx').then((module) => module.SinglePage))),
  },
  form: { showsReply: true },
});
