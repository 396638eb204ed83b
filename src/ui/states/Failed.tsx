import CloudOff from '@mui/icons-material/CloudOffOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import Hourglass from '@mui/icons-material/HourglassEmpty';
import { Alert, Box, Button, Link, type SvgIcon } from '@mui/material';
import { useTranslate } from 'ra-core';
import { CallFailure, type FailureKind, sentenceOf } from '../../../dataProvider/failure.ts';
import { EmptyState, type EmptyStateProps, RetryButton } from './EmptyState.tsx';

interface FailedProps extends Pick<EmptyStateProps, 'level' | 'children'> {
  error: unknown;
  onRetry: () => void;
  /** Clears the list's filters, if they may be the reason. */
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

type ReadAgainProps = Pick<FailedProps, 'error' | 'onRetry'>;

/** Returns a function that says what could not be read, and why. */
function useFailureText(): (title: string, error: unknown) => string {
  const translate = useTranslate();
  return (title, error) => {
    const message = sentenceOf(error);
    return [title, message && translate(message, { _: message })].filter(Boolean).join(' · ');
  };
}

/** A warning above content that lacks a part which could not be read. */
export function ReadWarning({ title, error, onRetry }: ReadAgainProps & { title: string }) {
  const translate = useTranslate();
  const textOf = useFailureText();
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('list.retry')}
        </Button>
      }
    >
      {textOf(title, error)}
    </Alert>
  );
}

/** A warning above data that could not be refreshed. `Connection` alone reports a lost connection. */
export function NotRefreshed(props: ReadAgainProps) {
  const translate = useTranslate();
  if (props.error instanceof CallFailure && props.error.isLost) return null;
  return <ReadWarning {...props} title={translate('list.stale')} />;
}

/** Replaces choices that could not be read, so that it does not look as if there were none. */
export function FailedLine({ error, onRetry }: ReadAgainProps) {
  const translate = useTranslate();
  const textOf = useFailureText();
  return (
    <Box component="span" role="status" sx={{ typography: 'caption', color: 'text.secondary' }}>
      {textOf(translate('list.failed'), error)}{' '}
      <Link component="button" type="button" onClick={onRetry} sx={{ typography: 'caption' }}>
        {translate('list.retry')}
      </Link>
    </Box>
  );
}
