import type { SameKeys } from '../messages.ts';
import type { tagsZh } from '../zh/tags.ts';

export const tagsEn: SameKeys<typeof tagsZh> = {
  tags: {
    hint: 'Enter, a comma or a semicolon adds a tag',
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
};
