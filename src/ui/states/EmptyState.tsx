import { Box, Button, type SvgIcon, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { homePath } from '../../services/services.ts';

export interface EmptyStateProps {
  icon: typeof SvgIcon;
  title: string;
  hint?: ReactNode;
  /** Of its heading: 1 where it is a page of its own, 3 in a panel, which has a heading itself. */
  level?: 1 | 2 | 3;
  /** `alert` where something went wrong while one waited for it. */
  role?: 'status' | 'alert';
  /** The way on. */
  children?: ReactNode;
}

/** What stands in the place of a page, a list or a form that has nothing to show: a sentence, and the way on. */
export function EmptyState({ icon: Icon, title, hint, level = 2, role = 'status', children }: EmptyStateProps) {
  return (
    <Box
      role={role}
      sx={{
        flex: 1,
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        py: 6,
        px: 2,
        textAlign: 'center',
      }}
    >
      <Icon fontSize="large" sx={{ color: 'text.secondary', mb: 1.5 }} />
      <Typography variant="h2" component={`h${level}`}>
        {title}
      </Typography>
      {hint && (
        <Typography component="div" color="text.secondary" sx={{ mt: 0.5, maxWidth: '36em', overflowWrap: 'anywhere' }}>
          {hint}
        </Typography>
      )}
      {children && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1, mt: 2.5 }}>{children}</Box>
      )}
    </Box>
  );
}

export function ToHome() {
  const translate = useTranslate();
  return (
    <Button component={Link} to={homePath} variant="outlined">
      {translate('pages.toHome')}
    </Button>
  );
}

export function ToList({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  return (
    <Button variant="outlined" onClick={onClose}>
      {translate('pages.toList')}
    </Button>
  );
}
