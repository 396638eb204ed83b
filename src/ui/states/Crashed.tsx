import ReportGmailerrorred from '@mui/icons-material/ReportGmailerrorred';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { reload } from '../../services/reload.ts';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';

interface Props extends Pick<EmptyStateProps, 'level'> {
  error?: unknown;
  resetErrorBoundary?: (reason?: unknown) => void;
}

/** A page that failed by itself. */
export function Crashed({ resetErrorBoundary, level }: Props) {
  const translate = useTranslate();
  return (
    <EmptyState
      icon={ReportGmailerrorred}
      role="alert"
      level={level}
      title={translate('pages.crashed')}
      hint={translate('pages.crashedHint')}
    >
      {resetErrorBoundary && (
        <Button variant="outlined" onClick={resetErrorBoundary}>
          {translate('list.retry')}
        </Button>
      )}
      <Button onClick={reload}>{translate('frame.reload')}</Button>
    </EmptyState>
  );
}
