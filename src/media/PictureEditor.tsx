import RotateLeft from '@mui/icons-material/RotateLeft';
import RotateRight from '@mui/icons-material/RotateRight';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { useRefresh, useTranslate } from 'ra-core';
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mediaChange } from '../../contract/calls/media.ts';
import { media } from '../../contract/entities/media.ts';
import { listPath } from '../../contract/paths.ts';
import { fileUrl } from '../services/backEnd.ts';
import { basename, http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { type Area, areaBetween, clampArea, type Size } from './cropArea.ts';
import { type Media, versionedUrl } from './mediaRecord.ts';

const ratios = { free: undefined, '1:1': 1, '4:3': 4 / 3, '16:9': 16 / 9 } as const;
type Ratio = keyof typeof ratios;

/** Turns, crops and scales a picture into a new file; the old one stays. Drag over the picture, or type the numbers. */
export function PictureEditor({ record, onClose }: { record: Media; onClose: () => void }) {
  const translate = useTranslate();
  const toast = useToast();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const id = useId();
  const { isBusy, run } = useAsyncAction();
  const [turn, setTurn] = useState(0);
  const [ratio, setRatio] = useState<Ratio>('free');
  const [toWidth, setToWidth] = useState('');
  const own = { width: record.width ?? 1, height: record.height ?? 1 };
  const whole = turn % 180 === 0 ? own : { width: own.height, height: own.width };
  const all = { left: 0, top: 0, ...whole };
  const [area, setArea] = useState<Area>(all);
  const turnBy = (by: number) => {
    const next = (turn + by + 360) % 360;
    setTurn(next);
    setArea({ left: 0, top: 0, ...(next % 180 === 0 ? own : { width: own.height, height: own.width }) });
  };
  const isWhole = area.width === whole.width && area.height === whole.height;
  const isSame = turn === 0 && isWhole && !(Number(toWidth) > 0 && Number(toWidth) < area.width);
  const handleSave = () =>
    run(async () => {
      const made = await http.call(mediaChange, {
        ...{ id: record.id, turn: turn as 0, ...area },
        ...(Number(toWidth) > 0 && { to_width: Number(toWidth) }),
      });
      toast.success('media.changed', { name: made.name });
      refresh();
      onClose();
      navigate(`${basename}${listPath(media)}/${made.id}`);
    });
  const number = (key: keyof Area) => (
    <TextField
      key={key}
      size="small"
      type="number"
      label={translate(`media.area.${key}`)}
      value={area[key]}
      onChange={({ target }) => setArea(clampArea({ ...area, [key]: Number(target.value) }, whole))}
      sx={{ width: sizes.filter }}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      maxWidth="md"
      fullWidth
      onSubmit={(event) => event.stopPropagation()}
    >
      <DialogTitle id={id}>{translate('media.change')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Button size="small" startIcon={<RotateLeft />} onClick={() => turnBy(-90)}>
            {translate('media.turnLeft')}
          </Button>
          <Button size="small" startIcon={<RotateRight />} onClick={() => turnBy(90)}>
            {translate('media.turnRight')}
          </Button>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={ratio}
            aria-label={translate('media.ratio')}
            onChange={(_event, next: Ratio | null) => {
              if (!next) return;
              setRatio(next);
              const wanted = ratios[next];
              if (wanted) setArea(areaBetween({ x: 0, y: 0 }, { x: whole.width, y: whole.height }, whole, wanted));
            }}
          >
            {Object.keys(ratios).map((name) => (
              <ToggleButton key={name} value={name}>
                {name === 'free' ? translate('media.free') : name}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          {!isWhole && (
            <Button size="small" onClick={() => setArea(all)}>
              {translate('media.wholePicture')}
            </Button>
          )}
        </Box>
        <Crop record={record} turn={turn} whole={whole} area={area} ratio={ratios[ratio]} onChange={setArea} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {(['left', 'top', 'width', 'height'] as const).map(number)}
          <TextField
            size="small"
            type="number"
            label={translate('media.toWidth')}
            placeholder={String(area.width)}
            value={toWidth}
            onChange={({ target }) => setToWidth(target.value)}
            sx={{ width: sizes.columnsWidth }}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('list.cancel')}</Button>
        <Button variant="contained" disabled={isSame} loading={isBusy} onClick={handleSave}>
          {translate('media.saveAsNew')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface CropProps {
  record: Media;
  turn: number;
  whole: Size;
  area: Area;
  ratio: number | undefined;
  onChange: (area: Area) => void;
}

/** The turned picture; a drag over it chooses the part that stays. The numbers below do the same by keyboard. */
function Crop({ record, turn, whole, area, ratio, onChange }: CropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const start = useRef<{ x: number; y: number }>(undefined);
  const src = fileUrl(versionedUrl(record.url ?? '', record));
  const { width, height } = whole;
  useEffect(() => {
    const image = new Image();
    image.onload = () => {
      const target = canvas.current;
      const context = target?.getContext('2d');
      if (!target || !context) return;
      const scale = Math.min(1, 1200 / Math.max(width, height));
      Object.assign(target, { width: Math.round(width * scale), height: Math.round(height * scale) });
      context.translate(target.width / 2, target.height / 2);
      context.rotate((turn * Math.PI) / 180);
      const [w, h] = turn % 180 === 0 ? [target.width, target.height] : [target.height, target.width];
      context.drawImage(image, -w / 2, -h / 2, w, h);
    };
    image.src = src;
  }, [src, turn, width, height]);
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    return { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height };
  };
  const percent = (part: number, of: number) => `${(100 * part) / of}%`;
  return (
    <Box
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture?.(event.pointerId);
        start.current = pointOf(event);
      }}
      onPointerMove={(event) => {
        if (start.current) onChange(areaBetween(start.current, pointOf(event), whole, ratio));
      }}
      onPointerUp={() => {
        start.current = undefined;
      }}
      sx={{
        ...{ position: 'relative', width: 'fit-content', maxWidth: '100%', mx: 'auto', lineHeight: 0 },
        ...{ cursor: 'crosshair', touchAction: 'none', overflow: 'hidden' },
      }}
    >
      <Box component="canvas" ref={canvas} aria-hidden sx={{ maxWidth: '100%', maxHeight: sizes.picture }} />
      <Box
        data-area
        sx={{
          ...{ position: 'absolute', pointerEvents: 'none', border: 1, borderColor: 'common.white' },
          ...{ left: percent(area.left, width), top: percent(area.top, height) },
          ...{ width: percent(area.width, width), height: percent(area.height, height), boxSizing: 'border-box' },
          boxShadow: ({ palette }) => `0 0 0 2000px ${palette.action.disabled}`,
        }}
      />
    </Box>
  );
}
