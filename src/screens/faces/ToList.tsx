import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';

export function ToList({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  return (
    <Button variant="outlined" onClick={onClose}>
      {translate('pages.toList')}
    </Button>
  );
}
