import { Chip } from '@mui/material';

interface Props {
  label: string;
  /** What it asks of its reader; nothing where it only tells how things stand. */
  wants?: 'attention' | 'help' | undefined;
  title?: string | undefined;
}

const colors = { attention: 'warning', help: 'error' } as const;

/** The state of a record, in one style wherever it stands: neutral, and in colour only where it wants attention. */
export const StateChip = ({ label, wants, title }: Props) => (
  <Chip size="small" variant="outlined" color={wants ? colors[wants] : 'default'} label={label} title={title} />
);
