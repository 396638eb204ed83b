import { Box } from '@mui/material';
import { type ShowProps, shows } from '../fields/shows.tsx';

/** Whether a screen stands in the menu; a call stands in none. */
export function ShowOfRule(props: ShowProps) {
  if (props.record.guards !== 'call') return <shows.bool {...props} />;
  return (
    <Box component="span" aria-hidden sx={{ color: 'text.secondary', px: 1 }}>
      –
    </Box>
  );
}
