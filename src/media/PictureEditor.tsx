import RotateLeft from '@mui/icons-material/RotateLeft';
import RotateRight from '@mui/icons-material/RotateRight';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { maxValue, minValue, useRefresh, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mediaChange } from '../../contract/calls/media.ts';
import { media } from '../../contract/entities/media.ts';
import { listPath } from '../../contract/paths.ts';
import { basename, http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import { isInteger } from '../utils/numbers.ts';
import { type Area, areaOfRatio, clampArea, type Point, type Size } from './cropArea.ts';
import type { Media } from './mediaRecord.ts';
import { PictureCrop } from './PictureCrop.tsx';

const ratios = { free: undefined, '1:1': 1, '4:3': 4 / 3, '16:9': 16 / 9 } as const;
type Ratio = keyof typeof ratios;

const wholeNumbers = { htmlInput: { inputMode: 'numeric' } } as const;
const pixels = (min: number, max: number) => [isInteger, minValue(min), maxValue(max)];

/** Returns the focal point of the turned picture, in pixels. */
function focusOf({ focal_x, focal_y }: Media, turn: number, { width, height }: Size): Point {
  const [x, y] = [(focal_x ?? 50) / 100, (focal_y ?? 50) / 100];
  const turned = { 90: { x: 1 - y, y: x }, 180: { x: 1 - x, y: 1 - y }, 270: { x: y, y: 1 - x } }[turn] ?? { x, y };
  return { x: turned.x * width, y: turned.y * height };
}

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
  const [toWidth, setToWidth] = useState<number | null>(null);
  const own = { width: record.width ?? 1, height: record.height ?? 1 };
  const turned = (by: number): Size => (by % 180 === 0 ? own : { width: own.height, height: own.width });
  const whole = turned(turn);
  const largest = (by: number, name: Ratio): Area => {
    const size = turned(by);
    const wanted = ratios[name];
    return wanted ? areaOfRatio(size, wanted, focusOf(record, by, size)) : { left: 0, top: 0, ...size };
  };
  const [area, setAreaState] = useState<Area>({ left: 0, top: 0, ...whole });
  const [wrongSides, setWrongSides] = useState<(keyof Area)[]>([]);
  const setArea = (next: Area) => {
    setAreaState(next);
    setWrongSides([]);
  };
  const turnBy = (by: number) => {
    const next = (turn + by + 360) % 360;
    setTurn(next);
    setArea(largest(next, ratio));
  };
  const choose = (next: Ratio) => {
    setRatio(next);
    setArea(largest(turn, next));
  };
  const isWhole = area.width === whole.width && area.height === whole.height;
  const isWrong = wrongSides.length > 0 || Number.isNaN(toWidth);
  const isSame = turn === 0 && isWhole && !(Number(toWidth) > 0 && Number(toWidth) < area.width);
  const handleSave = () =>
    run(async () => {
      const made = await http.call(mediaChange, {
        id: record.id,
        turn: turn as 0,
        ...area,
        ...(Number(toWidth) > 0 && { to_width: Number(toWidth) }),
      });
      toast.success('media.changed', { name: made.name });
      refresh();
      onClose();
      navigate(`${basename}${listPath(media)}/${made.id}`);
    });
  const kept = ratios[ratio];
  const [right, below] = [whole.width - area.left, whole.height - area.top];
  const limits = {
    left: pixels(0, whole.width - (kept ? area.width : 1)),
    top: pixels(0, whole.height - (kept ? area.height : 1)),
    width: pixels(1, kept ? Math.min(right, Math.round(below * kept)) : right),
    height: pixels(1, kept ? Math.min(below, Math.round(right / kept)) : below),
  };
  const setSide = (side: keyof Area, value: number | null) => {
    const others = wrongSides.filter((each) => each !== side);
    setWrongSides(Number.isNaN(value) ? [...others, side] : others);
    if (value === null || Number.isNaN(value)) return;
    const other =
      kept && side === 'width' ? { height: value / kept } : kept && side === 'height' && { width: value * kept };
    setAreaState(clampArea({ ...area, [side]: value, ...other }, whole));
  };
  return (
    <Dialog
      open
      // The dialog cannot be closed while it saves, because the save then opens the new file.
      onClose={isBusy ? undefined : onClose}
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
              if (next) choose(next);
            }}
          >
            {Object.keys(ratios).map((name) => (
              <ToggleButton key={name} value={name}>
                {name === 'free' ? translate('media.free') : name}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          {!isWhole && (
            <Button size="small" onClick={() => choose('free')}>
              {translate('media.wholePicture')}
            </Button>
          )}
        </Box>
        <PictureCrop record={record} turn={turn} whole={whole} area={area} ratio={kept} onChange={setArea} />
        <Typography variant="body2" color="text.secondary">
          {translate('media.cropHint')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {(['left', 'top', 'width', 'height'] as const).map((side) => (
            <NumberField
              key={side}
              label={translate(`media.area.${side}`)}
              value={wrongSides.includes(side) ? Number.NaN : area[side]}
              onChange={(value) => setSide(side, value)}
              validate={limits[side]}
              sx={{ width: sizes.filter }}
              slotProps={wholeNumbers}
            />
          ))}
          <NumberField
            label={translate('media.toWidth')}
            placeholder={String(area.width)}
            value={toWidth}
            onChange={setToWidth}
            validate={pixels(1, area.width)}
            sx={{ width: sizes.columnsWidth }}
            slotProps={wholeNumbers}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {translate('list.cancel')}
        </Button>
        <Button variant="contained" disabled={isSame || isWrong} loading={isBusy} onClick={handleSave}>
          {translate('media.saveAsNew')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
