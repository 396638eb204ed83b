import { alpha, Box } from '@mui/material';
import { type PointerEvent, useEffect, useRef } from 'react';
import { fileUrl } from '../services/backEnd.ts';
import { sizes } from '../theme/index.ts';
import { type Area, dragFrom, type Point, type Size } from './cropArea.ts';
import { type Media, versionedUrl } from './mediaRecord.ts';

interface Props {
  record: Media;
  turn: number;
  whole: Size;
  area: Area;
  ratio: number | undefined;
  onChange: (area: Area) => void;
}

/** On the screen, in pixels. */
const reach = { mouse: 10, touch: 22 };
const corners = [
  { left: 0, top: 0, cursor: 'nwse-resize' },
  { right: 0, top: 0, cursor: 'nesw-resize' },
  { left: 0, bottom: 0, cursor: 'nesw-resize' },
  { right: 0, bottom: 0, cursor: 'nwse-resize' },
];

/** The turned picture, where the part that stays is chosen, moved and resized by dragging. */
export function PictureCrop({ record, turn, whole, area, ratio, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<(to: Point) => Area>(undefined);
  const src = fileUrl(versionedUrl(record.url ?? '', record));
  const { width, height } = whole;
  const isWhole = area.width === width && area.height === height;
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
  const handlePointerDown = (event: PointerEvent) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const near = event.pointerType === 'touch' ? reach.touch : reach.mouse;
    const scale = width / event.currentTarget.getBoundingClientRect().width;
    drag.current = dragFrom(area, whole, pointOf(event), near * scale, ratio);
  };
  const end = () => {
    drag.current = undefined;
  };
  const percent = (part: number, of: number) => `${(100 * part) / of}%`;
  return (
    <Box
      onPointerDown={handlePointerDown}
      onPointerMove={(event) => {
        if (drag.current) onChange(drag.current(pointOf(event)));
      }}
      onPointerUp={end}
      onPointerCancel={end}
      sx={{
        position: 'relative',
        width: 'fit-content',
        maxWidth: '100%',
        mx: 'auto',
        lineHeight: 0,
        cursor: 'crosshair',
        touchAction: 'none',
        overflow: 'hidden',
      }}
    >
      <Box component="canvas" ref={canvas} aria-hidden sx={{ maxWidth: '100%', maxHeight: sizes.picture }} />
      <Box
        data-area
        sx={{
          position: 'absolute',
          border: 1,
          borderColor: 'common.white',
          boxSizing: 'border-box',
          left: percent(area.left, width),
          top: percent(area.top, height),
          width: percent(area.width, width),
          height: percent(area.height, height),
          cursor: isWhole ? 'crosshair' : 'move',
          boxShadow: ({ palette }) => `0 0 0 2000px ${alpha(palette.common.black, 0.55)}`,
        }}
      >
        {corners.map(({ cursor, ...place }) => (
          <Box
            key={Object.keys(place).join()}
            sx={{
              position: 'absolute',
              ...place,
              width: 12,
              height: 12,
              cursor,
              bgcolor: 'common.white',
              border: 1,
              borderColor: 'common.black',
              boxSizing: 'border-box',
            }}
          />
        ))}
      </Box>
    </Box>
  );
}
