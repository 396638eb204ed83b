import type { SvgIconComponent } from '@mui/icons-material';
import { Box, Card, Typography } from '@mui/material';
import { createContext, type ReactNode, useContext, useId } from 'react';

/** `h3` where a heading of the page's own stands between its title and its sections. */
export const SectionHeading = createContext<'h2' | 'h3'>('h2');

interface Props {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, aside, children }: Props) {
  const id = useId();
  const heading = useContext(SectionHeading);
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
        <Typography id={id} component={heading} variant="h2">
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Card>
  );
}

export function EmptySection({ Icon, children }: { Icon: SvgIconComponent; children: string }) {
  return (
    <Box
      sx={{
        flex: 1,
        height: '100%',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 1,
        textAlign: 'center',
      }}
    >
      <Icon color="disabled" fontSize="large" />
      <Typography color="text.secondary">{children}</Typography>
    </Box>
  );
}
