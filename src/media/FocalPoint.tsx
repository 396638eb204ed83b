import { Box, FormHelperText, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { InputProps } from '../declaration/common.ts';
import { useInputLabel } from '../declaration/useFieldLabel.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { fileUrl } from '../services/backEnd.ts';
import { features } from '../services/services.ts';
import { labelStyle, sizes } from '../theme/index.ts';
import { type Media, versionedUrl } from './mediaRecord.ts';

/** An input that only pictures have. */
export function OfPicture(props: InputProps) {
  const record = useRecordContext<Media>();
  return record?.kind === 'image' && features.offers({ extension: 'mediaText' }) ? <InputOf {...props} /> : null;
}

const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const within = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)));

/** The part of a picture that stays visible where it is cut: by a click, or with the arrow keys. Sets `focal_y` as well. */
export function FocalPoint(props: InputProps) {
  const translate = useTranslate();
  const record = useRecordContext<Media>();
  const { setValue } = useFormContext();
  const label = useInputLabel(props);
  const id = useId();
  const [x = 50, y = 50] = (useWatch({ name: ['focal_x', 'focal_y'] }) as (number | undefined)[]).map((at) => at ?? 50);
  if (record?.kind !== 'image' || !features.offers({ extension: 'mediaText' })) return null;
  const put = (left: number, top: number) => {
    setValue('focal_x', within(left), { shouldDirty: true });
    setValue('focal_y', within(top), { shouldDirty: true });
  };
  const handleClick = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    put(((clientX - left) / width) * 100, ((clientY - top) / height) * 100);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    put(x + 2 * step[0], y + 2 * step[1]);
  };
  return (
    <Box>
      <Typography id={id} color="text.secondary" sx={{ ...labelStyle, mb: 0.5 }}>
        {label}
      </Typography>
      <Box
        role="application"
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        aria-disabled={props.isReadOnly}
        tabIndex={props.isReadOnly ? undefined : 0}
        onClick={props.isReadOnly ? undefined : handleClick}
        onKeyDown={props.isReadOnly ? undefined : handleKeyDown}
        sx={{ position: 'relative', width: 'fit-content', maxWidth: '100%', cursor: 'crosshair', borderRadius: 0.5 }}
      >
        <Box
          component="img"
          src={fileUrl(versionedUrl(record.url ?? '', record))}
          alt=""
          draggable={false}
          sx={{ display: 'block', maxWidth: '100%', maxHeight: sizes.uploads, borderRadius: 0.5 }}
        />
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            left: `${x}%`,
            top: `${y}%`,
            width: 20,
            height: 20,
            borderRadius: '50%',
            transform: 'translate(-50%, -50%)',
            pointerEvents: 'none',
            border: 2,
            borderColor: 'common.white',
            bgcolor: 'primary.main',
            opacity: 0.85,
            boxShadow: 2,
          }}
        />
      </Box>
      <FormHelperText id={`${id}-hint`}>{translate('media.focalHint', { x, y })}</FormHelperText>
    </Box>
  );
}
