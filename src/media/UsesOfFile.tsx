import { Box, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { MediaUses } from './MediaUses.tsx';

/** Below the form of a file: where it is used. */
export function UsesOfFile() {
  const translate = useTranslate();
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Box component="section" aria-labelledby="uses-title" sx={{ mt: 1 }}>
      <Typography id="uses-title" variant="h2" component="h3" sx={{ mb: 1 }}>
        {translate('media.uses')}
      </Typography>
      <MediaUses id={Number(record.id)} />
    </Box>
  );
}
