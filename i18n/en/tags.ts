import type { SameKeys } from '../messages.ts';
import type { tagsZh } from '../zh/tags.ts';

export const tagsEn: SameKeys<typeof tagsZh> = {
  tags: {
    hint: 'Enter, a comma or a semicolon adds a tag',
    title: 'Tags',
    search: 'Find a tag',
    none: 'No tags yet. Add some in the “Tags” field of any content.',
    noMatch: 'No matching tags',
    most: 'Only the %{n} most used are listed. Search to find the others',
    rename: 'Rename',
    merge: 'Merge',
    remove: 'Remove',
    newName: 'New name of “%{title}”',
    renameHint: 'Renamed in %{smart_count} item |||| Renamed in %{smart_count} items',
    mergeHint:
      '“%{other}” already exists (%{m}): “%{title}” is merged into it in %{smart_count} item |||| “%{other}” already exists (%{m}): “%{title}” is merged into it in %{smart_count} items',
    removeHint:
      'Removes “%{title}” from %{smart_count} item, which otherwise stays as it is |||| Removes “%{title}” from %{smart_count} items, which otherwise stay as they are',
    changed: '%{smart_count} item changed |||| %{smart_count} items changed',
    close: 'Close',
  },
};
