import { Alert, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { CallFailure, sentenceOf } from '../../../dataProvider/failure.ts';

interface Props {
  error: unknown;
  onRetry: () => void;
}

/** Above what stays on the screen though it could not be read again. Of a lost line the frame's bar speaks. */
export function NotRefreshed({ error, onRetry }: Props) {
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
