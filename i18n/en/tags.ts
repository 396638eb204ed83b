import type { SameKeys } from '../messages.ts';
import type { tagsZh } from '../zh/tags.ts';

export const tagsEn: SameKeys<typeof tagsZh> = {
  tags: {
    hint: 'Enter or a comma adds a tag',
    title: 'Tags',
    search: 'Find a tag',
    none: 'No tags yet. Write some into the field “Tags” of a content.',
    noMatch: 'No tag contains this',
    most: 'Only the %{n} most used are listed. Find the others by name',
    rename: 'Rename',
    merge: 'Merge',
    remove: 'Remove',
    newName: 'New name of “%{title}”',
    renameHint: 'Renamed in %{n} contents',
    mergeHint: '“%{other}” exists (%{m}): “%{title}” of %{n} contents is merged into it',
    removeHint: 'Removes “%{title}” from %{n} contents, which stay as they are otherwise',
    changed: '%{n} contents changed',
    close: 'Close',
  },
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
