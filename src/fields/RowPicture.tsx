import { Box } from '@mui/material';
import type { ComponentProps } from 'react';
import { fileUrl } from '../backEnd.ts';
import { sizes } from '../theme/index.ts';

/** A picture as a row of a list has room for it. What a tooltip around it gives it goes to the picture. */
export const RowPicture = ({ src, ...rest }: Omit<ComponentProps<'img'>, 'src'> & { src: string }) => (
  <Box
    component="img"
    {...rest}
    src={fileUrl(src)}
    alt=""
    loading="lazy"
    sx={{
      ...{ display: 'block', width: sizes.thumbnail, height: sizes.thumbnail - 8, objectFit: 'cover' },
      ...{ borderRadius: 0.5, bgcolor: 'action.hover' },
    }}
  />
);
