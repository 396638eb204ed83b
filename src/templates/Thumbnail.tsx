import Web from '@mui/icons-material/WebOutlined';
import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { fileUrl } from '../services/backEnd.ts';

export function Thumbnail({ src, width }: { src: string; width: number | string }) {
  const translate = useTranslate();
  const [broken, setBroken] = useState('');
  const frame = {
    width,
    aspectRatio: '16 / 10',
    flexShrink: 0,
    borderRadius: 1,
    overflow: 'hidden',
    border: 1,
    borderColor: 'divider',
    bgcolor: 'action.hover',
  } as const;
  if (src && broken !== src)
    return (
      <Box
        component="img"
        src={fileUrl(src)}
        alt=""
        loading="lazy"
        onError={() => setBroken(src)}
        sx={{ ...frame, display: 'block', objectFit: 'cover', objectPosition: 'top' }}
      />
    );
  return (
    <Box
      role="img"
      aria-label={translate('templates.noThumb')}
      sx={{ ...frame, display: 'grid', placeItems: 'center', color: 'text.secondary' }}
    >
      <Web fontSize="small" />
    </Box>
  );
}
