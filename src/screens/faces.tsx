import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { homePath } from '../services.ts';

interface FaceProps {
  title: string;
  hint?: string;
  children?: ReactNode;
}

/** A page or list that has nothing to show: a sentence, and the way on. */
export function Face({ title, hint, children }: FaceProps) {
  return (
    <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 1.5, py: 8, px: 2, textAlign: 'center' }}>
      <Typography variant="h2">{title}</Typography>
      {hint && <Typography color="text.secondary">{hint}</Typography>}
      {children}
    </Box>
  );
}

interface FailedProps {
  error: unknown;
  onRetry: () => void;
  /** Forgets what the list was narrowed by, where that may be the reason. */
  onClear?: () => void;
}

export function Failed({ error, onRetry, onClear }: FailedProps) {
  const translate = useTranslate();
  const message = error instanceof Error ? error.message : '';
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={
        <>
          {onClear && (
            <Button color="inherit" size="small" onClick={onClear}>
              {translate('list.clearFilters')}
            </Button>
          )}
          <Button color="inherit" size="small" onClick={onRetry}>
            {translate('list.retry')}
          </Button>
        </>
      }
    >
      {translate('list.failed')}
      {message && ` · ${translate(message, { _: message })}`}
    </Alert>
  );
}

export function NotFound() {
  const translate = useTranslate();
  return (
    <Face title={translate('pages.notFound')}>
      <ToHome />
    </Face>
  );
}

export function Forbidden({ rule }: { rule: string }) {
  const translate = useTranslate();
  return (
    <Face title={translate('pages.forbidden')} hint={translate('pages.forbiddenHint', { rule })}>
      <ToHome />
    </Face>
  );
}

export function Crashed() {
  const translate = useTranslate();
  return (
    <Face title={translate('pages.crashed')} hint={translate('pages.crashedHint')}>
      <Button variant="outlined" onClick={() => window.location.reload()}>
        {translate('frame.reload')}
      </Button>
    </Face>
  );
}

function ToHome() {
  const translate = useTranslate();
  return (
    <Button component={Link} to={homePath} variant="outlined">
      {translate('pages.toHome')}
    </Button>
  );
}

/** Rows in the shape of what is to come, never a spinner in an empty page. */
export function SkeletonRows({ rows = 10, height }: { rows?: number; height: string }) {
  return (
    <Box aria-busy="true" sx={{ px: 2 }}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Box key={row} sx={{ height, display: 'flex', alignItems: 'center' }}>
          <Skeleton width="100%" height="50%" />
        </Box>
      ))}
    </Box>
  );
}
