import { Alert, Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { fileUrl } from '../services/backEnd.ts';
import { sizes } from '../theme/index.ts';

export function Player({ kind, url, label }: { kind: 'video' | 'audio'; url: string; label: string }) {
  const translate = useTranslate();
  const [broken, setBroken] = useState('');
  if (broken === url) return <Alert severity="info">{translate('upload.noPlay')}</Alert>;
  return (
    <Box
      key={url}
      component={kind}
      src={fileUrl(url)}
      controls
      preload="metadata"
      aria-label={label}
      onError={() => setBroken(url)}
      sx={{
        display: 'block',
        width: '100%',
        borderRadius: 1,
        ...(kind === 'video' && { maxHeight: sizes.film, bgcolor: 'common.black' }),
      }}
    />
  );
}
