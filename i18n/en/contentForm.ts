import type { SameKeys } from '../messages.ts';
import type { contentFormZh } from '../zh/contentForm.ts';

export const contentFormEn: SameKeys<typeof contentFormZh> = {
  seo: {
    length: 'Characters: %{n} / %{most}',
    cut: '%{length}, cut off in search results',
    preview: 'Preview',
    previewHint:
      'An approximation: each platform decides for itself. Without an SEO title, the title is used; without a description, the beginning of the body; without a share image, the cover.',
    baidu: 'Baidu',
    google: 'Google',
    wechat: 'WeChat share',
  },
  check: {
    title: 'Check before publishing',
    asking: 'Checking…',
    links: 'Opening links and images to see whether they still work',
    fine: 'No issues found',
    found: '%{smart_count} issue to review |||| %{smart_count} issues to review',
    ask: 'Select a field to go there, or publish now.',
    publish: 'Publish anyway',
  },
};
