import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import { Box, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { fileUrl } from '../services/backEnd.ts';
import { sizes } from '../theme/index.ts';

const boxStyle = {
  display: 'block',
  width: sizes.thumbnail,
  height: sizes.thumbnail - 8,
  borderRadius: 0.5,
  bgcolor: 'action.hover',
};
const large = { display: 'block', maxWidth: 280, maxHeight: 280 };

export function RowPicture({ src, hasLarge = false }: { src: string; hasLarge?: boolean }) {
  const translate = useTranslate();
  const [broken, setBroken] = useState('');
  if (broken === src)
    return (
      <Box sx={{ ...boxStyle, display: 'grid', placeItems: 'center', color: 'text.secondary' }}>
        <BrokenImage fontSize="small" titleAccess={translate('form.noImage')} />
      </Box>
    );
  const url = fileUrl(src);
  const picture = (
    <Box
      component="img"
      src={url}
      alt=""
      loading="lazy"
      onError={() => setBroken(src)}
      sx={{ ...boxStyle, objectFit: 'cover' }}
    />
  );
  return hasLarge ? <Tooltip title={<Box component="img" src={url} alt="" sx={large} />}>{picture}</Tooltip> : picture;
}
