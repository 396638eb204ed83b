import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import { Box, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { fileUrl } from '../services/backEnd.ts';
import { sizes } from '../theme/index.ts';

interface Props {
  src: string;
  /** Its tooltip is the picture as a larger one. */
  hasLarge?: boolean;
}

const place = {
  ...{ display: 'block', width: sizes.thumbnail, height: sizes.thumbnail - 8 },
  ...{ borderRadius: 0.5, bgcolor: 'action.hover' },
};
const large = { display: 'block', maxWidth: 280, maxHeight: 280 };

/** A picture as a row of a list has room for it; one that cannot be shown says so. */
export function RowPicture({ src, hasLarge = false }: Props) {
  const translate = useTranslate();
  const [broken, setBroken] = useState('');
  if (broken === src)
    return (
      <Box sx={{ ...place, display: 'grid', placeItems: 'center', color: 'text.secondary' }}>
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
      sx={{ ...place, objectFit: 'cover' }}
    />
  );
  return hasLarge ? <Tooltip title={<Box component="img" src={url} alt="" sx={large} />}>{picture}</Tooltip> : picture;
}
