import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import Image from '@mui/icons-material/ImageOutlined';
import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { fileUrl } from '../services/backEnd.ts';
import { sizes } from '../theme/index.ts';

export interface PreviewProps {
  url: string;
  size?: number;
  onLoaded?: (picture: { url: string; width: number; height: number }) => void;
  onBroken?: () => void;
}

/** A picture in a square, or a sign that there is none. */
export function PicturePreview({ url, size = sizes.preview, onLoaded, onBroken }: PreviewProps) {
  const translate = useTranslate();
  const [broken, setBroken] = useState('');
  const isBroken = url !== '' && broken === url;
  return (
    <Box
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        borderRadius: 0.5,
        bgcolor: 'action.hover',
        color: 'text.secondary',
        display: 'grid',
        placeItems: 'center',
        overflow: 'hidden',
      }}
    >
      {isBroken && <BrokenImage titleAccess={translate('form.noImage')} />}
      {!url && <Image fontSize={size < sizes.preview ? 'small' : 'medium'} />}
      {url && !isBroken && (
        <Box
          component="img"
          src={fileUrl(url)}
          alt={translate('form.preview')}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            onLoaded?.({ url, width, height })
          }
          onError={() => {
            setBroken(url);
            onBroken?.();
          }}
          sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
        />
      )}
    </Box>
  );
}
