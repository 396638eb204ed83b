import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Outcome } from '../../contract/calls/recycle.ts';
import { useWhyRefused } from './useUndo.tsx';

const most = 200;

export function FailedRecords({ failed, resource }: { failed: Outcome['failed']; resource: string }) {
  const translate = useTranslate();
  const why = useWhyRefused(resource);
  return (
    <Box sx={{ mt: 1.5 }}>
      <Typography variant="subtitle2" component="h3" id="failed-records">
        {translate('bulk.failed', { n: failed.length })}
      </Typography>
      <Box
        component="ul"
        aria-labelledby="failed-records"
        tabIndex={0}
        sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: '40vh', overflow: 'auto' }}
      >
        {failed.slice(0, most).map((each) => (
          <li key={each.id}>
            {each.title ? `${each.title} (#${each.id})` : `#${each.id}`}
            <Box component="span" sx={{ color: 'error.main', ml: 1 }}>
              {why(each)}
            </Box>
          </li>
        ))}
        {failed.length > most && <li>{translate('bulk.more', { n: failed.length - most })}</li>}
      </Box>
    </Box>
  );
}
