import Undo from '@mui/icons-material/Undo';
import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { UndoBatch } from './UndoBatch.tsx';

/** In the detail of an operation that belongs to a batch. */
export function UndoBatchButton({ batch }: { batch: string }) {
  const translate = useTranslate();
  const [isAsked, setAsked] = useState(false);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 3 }}>
      <Typography color="text.secondary" sx={{ flex: 1, minWidth: 200 }}>
        {translate('batches.hint')}
      </Typography>
      <Button variant="outlined" startIcon={<Undo />} onClick={() => setAsked(true)}>
        {translate('batches.undo')}
      </Button>
      {isAsked && <UndoBatch batch={batch} onClose={() => setAsked(false)} />}
    </Box>
  );
}
