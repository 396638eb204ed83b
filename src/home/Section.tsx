import { Box, Card, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** Stands at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the home screen under a heading of its own. */
export function Section({ title, aside, children }: Props) {
  const id = useId();
  return (
    <Card
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ p: 2, minWidth: 0, display: 'flex', flexDirection: 'column', gap: 1.5 }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          minHeight: ({ spacing }) => spacing(3),
        }}
      >
        <Typography id={id} component="h3" variant="h2">
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Card>
  );
}
