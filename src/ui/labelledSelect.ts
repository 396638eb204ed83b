import type { SelectProps } from '@mui/material';

/** The name of a select without a label of its own. MUI lets such a one be labelled by itself, and some readers then find no name. */
export const labelledSelect = (label: string): NonNullable<SelectProps['SelectDisplayProps']> =>
  ({ 'aria-label': label, 'aria-labelledby': undefined }) as NonNullable<SelectProps['SelectDisplayProps']>;
