import { Box, Link } from '@mui/material';
import { useTranslate } from 'ra-core';
import { sentenceOf } from '../../../dataProvider/failure.ts';

interface Props {
  error: unknown;
  onRetry: () => void;
}

/** In place of choices that could not be read: without it there would seem to be none. */
export function FailedLine({ error, onRetry }: Props) {
  const translate = useTranslate();
  const message = sentenceOf(error);
  return (
    <Box component="span" role="status" sx={{ typography: 'caption', color: 'text.secondary' }}>
      {[translate('list.failed'), message && translate(message, { _: message })].filter(Boolean).join(' · ')}{' '}
      <Link component="button" type="button" onClick={onRetry} sx={{ typography: 'caption' }}>
        {translate('list.retry')}
      </Link>
    </Box>
  );
}
