/** Components that a list shows after its first rows, in one chunk. */
export { Pagination } from 'ra-ui-materialui';
export { DuplicateButton } from '../bulk/duplicate.tsx';
export { SavingSwitch, SortNumber } from '../fields/savingFields.tsx';
