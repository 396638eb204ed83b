import Undo from '@mui/icons-material/Undo';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { UndoBatch } from './UndoBatch.tsx';

export function UndoBatchButton({ batch }: { batch: string }) {
  const translate = useTranslate();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<Undo />} onClick={() => setAsked(true)} sx={{ whiteSpace: 'nowrap' }}>
        {translate('batches.undo')}
      </Button>
      {isAsked && <UndoBatch batch={batch} onClose={() => setAsked(false)} />}
    </>
  );
}
