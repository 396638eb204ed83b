import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import Image from '@mui/icons-material/ImageOutlined';
import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { fileUrl } from '../../services/backEnd.ts';
import { sizes } from '../../theme/index.ts';

interface Props {
  name: string;
  size?: number;
  /** Is told the address of a picture that cannot be shown. */
  onBroken?: (url: string) => void;
}

/** A small look at the picture whose address stands at a place of the form; one that cannot be shown says so. */
export function Preview({ name, size = sizes.preview, onBroken }: Props) {
  const translate = useTranslate();
  const url = String(useWatch({ name }) ?? '');
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
          onError={() => {
            setBroken(url);
            onBroken?.(url);
          }}
          sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
        />
      )}
    </Box>
  );
}
