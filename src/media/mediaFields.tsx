import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ShowProps } from '../declaration/common.ts';
import { RowPicture } from '../fields/RowPicture.tsx';
import { sizeText } from '../utils/format.ts';
import { type Media, thumbOf } from './mediaRecord.ts';

/** How what is peculiar to a file is shown in a row. */
export function Thumb({ record }: ShowProps) {
  const src = thumbOf(record as Media);
  return src && <RowPicture src={src} />;
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
