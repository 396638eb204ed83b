import { Chip } from '@mui/material';

interface Props {
  label: string;
  severity?: 'warning' | 'error' | undefined;
  title?: string | undefined;
}

export const StateChip = ({ label, severity, title }: Props) => (
  <Chip size="small" variant="outlined" color={severity ?? 'default'} label={label} title={title} />
);
