import Tune from '@mui/icons-material/Tune';
import { Box, IconButton, Tooltip } from '@mui/material';
import { type Editor, useEditorState } from '@tiptap/react';
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLabel } from '../useLabel.ts';
import { PictureDialog } from './PictureDialog.tsx';
import { selectedPicture, setPicture, settingsOf } from './picture.ts';
import { narrowest } from './pictureStyle.ts';

interface Props {
  editor: Editor;
  /** The positioned element that the text scrolls in. */
  box: RefObject<HTMLElement | null>;
}

/** On the selected picture: a handle for its width, and its settings, which Enter and a double click open too. */
export function PictureTools({ editor, box }: Props) {
  const label = useLabel();
  const [isOpen, setOpen] = useState(false);
  const selected = useEditorState({
    editor,
    selector: ({ editor: { state, isEditable } }) => (isEditable ? selectedPicture(state)?.pos : undefined),
  });
  // An editor that was hidden is destroyed, and is shown for a moment before there is another.
  const picture = selected === undefined || editor.isDestroyed ? null : editor.view.nodeDOM(selected);
  const rect = useRectWithin(box, picture instanceof HTMLElement ? picture : undefined);
  const drag = useWidthDrag(editor, picture);

  useEffect(() => {
    const outer = box.current;
    const open = (event: Event) => {
      const isText = event.target instanceof Element && event.target.closest('.ProseMirror') !== null;
      const isOther = event instanceof KeyboardEvent && event.key !== 'Enter';
      if (!isText || isOther || !editor.isEditable || !selectedPicture(editor.state)) return;
      event.preventDefault();
      setOpen(true);
    };
    // Before the editor, which would replace the selected picture by a new line.
    outer?.addEventListener('keydown', open, true);
    outer?.addEventListener('dblclick', open);
    return () => {
      outer?.removeEventListener('keydown', open, true);
      outer?.removeEventListener('dblclick', open);
    };
  }, [editor, box]);

  const close = () => {
    setOpen(false);
    editor.commands.focus();
  };
  return (
    <>
      {rect && (
        <Box
          sx={{ position: 'absolute', pointerEvents: 'none', outline: 2, outlineColor: 'primary.main', zIndex: 1 }}
          style={drag.rectOf(rect)}
        >
          <Box
            sx={{
              position: 'absolute',
              top: 4,
              pointerEvents: 'auto',
              bgcolor: 'background.paper',
              borderRadius: 1,
              // Beside a picture that it would cover.
              ...(rect.width < smallest ? { left: '100%', ml: 1 } : { right: 4 }),
            }}
          >
            <Tooltip title={label('pictureSettings')} disableInteractive>
              <IconButton
                size="small"
                aria-label={label('pictureSettings')}
                aria-haspopup="dialog"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => setOpen(true)}
              >
                <Tune fontSize="small" />
              </IconButton>
            </Tooltip>
          </Box>
          {drag.percent !== undefined && (
            <Box sx={{ position: 'absolute', left: 4, top: 4, px: 1, borderRadius: 1, bgcolor: 'background.paper' }}>
              {drag.percent} %
            </Box>
          )}
          <Box
            className="picture-handle"
            {...drag.handlers}
            sx={{
              position: 'absolute',
              [drag.isReverse ? 'left' : 'right']: -6,
              bottom: -6,
              width: 14,
              height: 14,
              borderRadius: 1,
              pointerEvents: 'auto',
              touchAction: 'none',
              cursor: drag.isReverse ? 'nesw-resize' : 'nwse-resize',
              bgcolor: 'primary.main',
              border: 2,
              borderColor: 'background.paper',
            }}
          />
        </Box>
      )}
      {isOpen && <PictureDialog editor={editor} isNew={false} onClose={close} />}
    </>
  );
}

interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the element lies in the box, whatever changes its place or size. */
function useRectWithin(box: RefObject<HTMLElement | null>, element: HTMLElement | undefined): Rect | undefined {
  const [rect, setRect] = useState<Rect>();
  useLayoutEffect(() => {
    const outer = box.current;
    if (!element || !outer) return setRect(undefined);
    const measure = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const from = outer.getBoundingClientRect();
      const next = { left: left - from.left + outer.scrollLeft, top: top - from.top + outer.scrollTop, width, height };
      setRect((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    for (const observed of [element, element.closest('.ProseMirror')]) if (observed) sizes.observe(observed);
    return () => sizes.disconnect();
  });
  return rect;
}

const smallest = 100;

/** How much of a change of the width is to the left of the picture. */
const shares = { none: 0, left: 0, center: 0.5, right: 1 };

/** Dragging the handle sets the width in percent of the line. */
function useWidthDrag(editor: Editor, picture: Node | null) {
  const start = useRef<{ x: number; width: number; line: number }>(undefined);
  const [width, setWidth] = useState<number>();
  const selected = selectedPicture(editor.state);
  const share = shares[selected ? settingsOf(selected).side : 'none'];
  const isReverse = share === 1;
  const percentOf = (shown: number) => {
    const line = start.current?.line || shown;
    return Math.min(100, Math.max(narrowest, Math.round((shown / line) * 100)));
  };
  const end = () => {
    start.current = undefined;
    setWidth(undefined);
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!(picture instanceof HTMLElement)) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, width: picture.offsetWidth, line: lineWidth(editor, picture) };
    },
    onPointerMove({ clientX }: PointerEvent) {
      const from = start.current;
      const factor = isReverse ? -1 : 1 / (1 - share);
      if (from) setWidth(Math.min(from.line, Math.max(0, from.width + (clientX - from.x) * factor)));
    },
    onPointerUp() {
      if (selected && width !== undefined)
        editor.commands.command(setPicture({ ...settingsOf(selected), width: percentOf(width) }));
      end();
    },
    onPointerCancel: end,
  };
  const rectOf = ({ left, top, ...size }: Rect): Rect => {
    if (width === undefined) return { left, top, ...size };
    return { left: left - (width - size.width) * share, top, width, height: (size.height * width) / size.width };
  };
  return { rectOf, isReverse, percent: width === undefined ? undefined : percentOf(width), handlers };
}

/** The width of the content of the block around the picture, or around its figure. */
function lineWidth(editor: Editor, picture: HTMLElement): number {
  const figure = selectedPicture(editor.state)?.figure;
  let outer = (figure ? editor.view.nodeDOM(figure.pos) : picture)?.parentElement ?? null;
  while (outer && getComputedStyle(outer).display.startsWith('inline')) outer = outer.parentElement;
  if (!outer) return 0;
  const { paddingLeft, paddingRight } = getComputedStyle(outer);
  return outer.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}
