import { Chip } from '@mui/material';

interface Props {
  label: string;
  /** Undefined for a neutral state. */
  severity?: 'warning' | 'error' | undefined;
  title?: string | undefined;
}

/** The state of a record; in colour only if it needs attention. */
export const StateChip = ({ label, severity, title }: Props) => (
  <Chip size="small" variant="outlined" color={severity ?? 'default'} label={label} title={title} />
);
