import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { fileUrl } from '../backEnd.ts';
import { sizeText } from '../fields/lists/fileSize.ts';
import type { ShowProps } from '../fields/shows.tsx';
import { sizes } from '../theme/index.ts';
import { type Media, thumbOf } from './mediaRecord.ts';

/** How what is peculiar to a file is shown in a row. */
export function Thumb({ record }: ShowProps) {
  const src = thumbOf(record as Media);
  if (!src) return null;
  return (
    <Box
      component="img"
      src={fileUrl(src)}
      alt=""
      loading="lazy"
      sx={{
        ...{ display: 'block', width: sizes.thumbnail, height: sizes.thumbnail - 8, objectFit: 'cover' },
        ...{ borderRadius: 0.5, bgcolor: 'action.hover' },
      }}
    />
  );
}

export const Size = ({ record }: ShowProps) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    {sizeText(record.size)}
  </Box>
);

export function Used({ record }: ShowProps) {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', color: record.used ? undefined : 'text.secondary' }}>
      {translate(record.used ? 'form.on' : 'form.off')}
    </Box>
  );
}
