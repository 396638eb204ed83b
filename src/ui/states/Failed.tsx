import CloudOff from '@mui/icons-material/CloudOffOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import Hourglass from '@mui/icons-material/HourglassEmpty';
import { Alert, Button, type SvgIcon } from '@mui/material';
import { useTranslate } from 'ra-core';
import { CallFailure, type FailureKind, sentenceOf } from '../../../dataProvider/failure.ts';
import { EmptyState, type EmptyStateProps, RetryButton } from './EmptyState.tsx';

interface FailedProps extends Pick<EmptyStateProps, 'level' | 'children'> {
  error: unknown;
  onRetry: () => void;
  /** Clears the list's filters, where they may be the reason. */
  onClear?: () => void;
}

export function Failed({ error, onRetry, onClear, level, children }: FailedProps) {
  const translate = useTranslate();
  const message = sentenceOf(error);
  return (
    <EmptyState
      icon={iconOf(error)}
      role="alert"
      level={level}
      title={translate('list.failed')}
      hint={message && translate(message, { _: message })}
    >
      {children}
      <RetryButton onClick={onRetry} />
      {onClear && <Button onClick={onClear}>{translate('list.clearFilters')}</Button>}
    </EmptyState>
  );
}

const icons: Partial<Record<FailureKind, typeof SvgIcon>> = {
  timeout: CloudOff,
  network: CloudOff,
  unsent: CloudOff,
  unknown: CloudOff,
  limited: Hourglass,
};

const iconOf = (error: unknown) => (error instanceof CallFailure && icons[error.kind]) || ErrorOutline;

/** A warning above data that is shown though it could not be refreshed. A lost connection is told by `Connection` alone. */
export function NotRefreshed({ error, onRetry }: Pick<FailedProps, 'error' | 'onRetry'>) {
  const translate = useTranslate();
  if (error instanceof CallFailure && error.isLost) return null;
  const message = sentenceOf(error);
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('list.retry')}
        </Button>
      }
    >
      {[translate('list.stale'), message && translate(message, { _: message })].filter(Boolean).join(' · ')}
    </Alert>
  );
}
