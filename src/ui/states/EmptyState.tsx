import { Box, Button, type ButtonProps, type SvgIcon, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { homePath, reload } from '../../services/services.ts';

export interface EmptyStateProps {
  icon: typeof SvgIcon;
  title: string;
  hint?: ReactNode;
  /** The level of the heading: 1 for a whole page, 3 in a panel, which has a heading already. */
  level?: 1 | 2 | 3;
  /** It is `alert` after a failure. */
  role?: 'status' | 'alert';
  children?: ReactNode;
}

/** Stands in for a page, a list or a form that has nothing to show. Its children are buttons that lead on. */
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

/** @param label an i18n key */
function StateButton({ label, ...props }: { label: string } & ButtonProps) {
  return (
    <Button variant="outlined" {...props}>
      {useTranslate()(label)}
    </Button>
  );
}

export const ToHome = () => {
  const translate = useTranslate();
  return (
    <Button variant="outlined" component={Link} to={homePath}>
      {translate('pages.toHome')}
    </Button>
  );
};

export const ToList = ({ onClose }: { onClose: () => void }) => <StateButton label="pages.toList" onClick={onClose} />;

export const RetryButton = ({ onClick }: { onClick: () => void }) => (
  <StateButton label="list.retry" onClick={onClick} />
);

export const ReloadButton = (props: Pick<ButtonProps, 'variant' | 'disabled'>) => (
  <StateButton label="frame.reload" onClick={reload} {...props} />
);
