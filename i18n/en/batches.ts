import type { SameKeys } from '../messages.ts';
import type { batchesZh } from '../zh/batches.ts';

export const batchesEn: SameKeys<typeof batchesZh> = {
  undo: 'Undo this batch',
  hint: 'This was a change of many records, which can be undone as a whole.',
  title: 'Undo this batch?',
  ready:
    '%{n} will be as before the batch: changed fields get their values back, created records go to the recycle bin, deleted ones are restored.',
  nothing: 'There is nothing to undo.',
  undone: '%{n} are already as before the batch.',
  gone: '%{n} cannot be undone: they are deleted for good, or their versions are no longer kept.',
  changed: '%{n} have changed since and are left alone. Undo those that you tick:',
  all: 'Tick all',
  changedBy: 'changed by %{who} at',
  changedAt: 'changed at',
  isDeleted: 'in the recycle bin',
  more: '%{n} more are not listed; “Tick all” includes them.',
  meanwhile: 'has just changed again and is left alone',
  done: '%{n} undone',
  partly: '%{done} undone, %{n} not. The operation log shows them and lets you undo again.',
};
