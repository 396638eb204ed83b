import type { SameKeys } from '../messages.ts';
import type { contentFormZh } from '../zh/contentForm.ts';

export const contentFormEn: SameKeys<typeof contentFormZh> = {
  seo: {
    length: '%{n} / %{most} characters',
    cut: '%{length}, cut in results',
    preview: 'Preview',
    previewHint:
      'About how it looks; each engine decides itself. Without an SEO title the title is taken, without a description the beginning of the body, without a share image the cover.',
    baidu: 'Baidu',
    google: 'Google',
    wechat: 'WeChat share',
  },
  check: {
    title: 'Check before publishing',
    asking: 'Checking',
    links: 'Links and pictures are opened, to see whether they are still there',
    fine: 'Nothing found',
    found: '%{smart_count} place to look at |||| %{smart_count} places to look at',
  },
};
