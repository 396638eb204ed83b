import CloudOff from '@mui/icons-material/CloudOffOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import Hourglass from '@mui/icons-material/HourglassEmpty';
import { Button, type SvgIcon } from '@mui/material';
import { useTranslate } from 'ra-core';
import { CallFailure, type FailureKind, sentenceOf } from '../../../dataProvider/failure.ts';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';

interface Props extends Pick<EmptyStateProps, 'level'> {
  error: unknown;
  onRetry: () => void;
  /** Forgets what the list was narrowed by, where that may be the reason. */
  onClear?: () => void;
}

/** Something could not be read: why, in the user's words, and another try. */
export function Failed({ error, onRetry, onClear, level }: Props) {
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
      <Button variant="outlined" onClick={onRetry}>
        {translate('list.retry')}
      </Button>
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

/** The line, the back end's patience, or something else. */
const iconOf = (error: unknown) => (error instanceof CallFailure && icons[error.kind]) || ErrorOutline;
