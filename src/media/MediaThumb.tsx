import AudioFile from '@mui/icons-material/AudioFileOutlined';
import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import Description from '@mui/icons-material/DescriptionOutlined';
import Movie from '@mui/icons-material/MovieOutlined';
import { Box, type SvgIcon, Typography } from '@mui/material';
import { useState } from 'react';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import { fileUrl } from '../services/backEnd.ts';
import { extOf } from '../utils/files.ts';
import { entryOf } from '../utils/values.ts';
import { type Media, thumbOf } from './mediaRecord.ts';

const icons: Record<MediaKind, typeof SvgIcon> = {
  image: BrokenImage,
  video: Movie,
  audio: AudioFile,
  document: Description,
};

/** Pixels; a narrower picture would be enlarged to fill a tile. */
const smallestCover = 160;

/** Very wide or high pictures are shown whole; small ones are not enlarged. */
function fitOf({ width, height }: Media): 'cover' | 'contain' | 'scale-down' {
  if (!width || !height) return 'cover';
  if (width < smallestCover) return 'scale-down';
  return width / height > 2 || width / height < 0.6 ? 'contain' : 'cover';
}

/** Where a cut thumbnail is looked at. */
const focusOf = ({ focal_x, focal_y }: Media) => `${focal_x ?? 50}% ${focal_y ?? 50}%`;

export function MediaThumb({ record }: { record: Media }) {
  const src = thumbOf(record);
  const [broken, setBroken] = useState('');
  const Icon = entryOf(icons, record.kind) ?? Description;
  const isPicture = src !== undefined && broken !== src;
  return (
    <Box
      sx={{
        width: '100%',
        height: '100%',
        overflow: 'hidden',
        bgcolor: 'action.hover',
        color: 'text.secondary',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
      }}
    >
      {isPicture ? (
        <Box
          component="img"
          src={fileUrl(src)}
          alt=""
          loading="lazy"
          draggable={false}
          onError={() => setBroken(src)}
          sx={{
            width: '100%',
            height: '100%',
            objectFit: fitOf(record),
            objectPosition: focusOf(record),
            display: 'block',
          }}
        />
      ) : (
        <>
          <Icon fontSize="large" />
          <Typography variant="caption" sx={{ textTransform: 'uppercase', fontWeight: 600 }}>
            {extOf(record.url ?? '')}
          </Typography>
        </>
      )}
    </Box>
  );
}
