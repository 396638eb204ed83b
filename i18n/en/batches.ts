import type { SameKeys } from '../messages.ts';
import type { batchesZh } from '../zh/batches.ts';

export const batchesEn: SameKeys<typeof batchesZh> = {
  undo: 'Undo this batch',
  hint: 'This was part of a bulk change, which can be undone as a whole.',
  title: 'Undo this batch?',
  ready:
    '%{smart_count} record will return to its state before the batch: changed fields get their old values back, a created record moves to the recycle bin, a deleted one is restored. |||| %{smart_count} records will return to their state before the batch: changed fields get their old values back, created records move to the recycle bin, deleted ones are restored.',
  nothing: 'There is nothing to undo.',
  undone:
    '%{smart_count} record is already as it was before the batch. |||| %{smart_count} records are already as they were before the batch.',
  gone: '%{smart_count} record cannot be undone: it was permanently deleted, or its version is no longer kept. |||| %{smart_count} records cannot be undone: they were permanently deleted, or their versions are no longer kept.',
  changed:
    '%{smart_count} record has changed since then and will be left alone. Select it to undo it too: |||| %{smart_count} records have changed since then and will be left alone. Select those to undo as well:',
  all: 'Select all',
  changedBy: 'changed by %{who} at',
  changedAt: 'changed at',
  isDeleted: 'in the recycle bin',
  more: 'and %{n} more; “Select all” includes them.',
  meanwhile: 'has just been changed again and was left alone',
  done: '%{n} undone',
  partly: '%{done} undone, %{n} not. You can review them in the admin log and undo again.',
};
