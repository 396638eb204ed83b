import { Box } from '@mui/material';
import { createPortal } from 'react-dom';
import type { Target } from './dropTarget.ts';

/** A target with the row that it is at, as it stands in the viewport. */
export interface Mark extends Target {
  box: DOMRect;
  /** Where the indent of its level ends. */
  left: number;
}

/** Shows where a dragged row goes: a line between rows that begins at its level, or a frame around the row that takes it in. */
export function DropMark({ mark: { box, left, edge } }: { mark: Mark }) {
  const isWithin = edge === 'within';
  return createPortal(
    <Box
      aria-hidden
      data-drop-mark={edge}
      sx={{
        position: 'fixed',
        zIndex: 'tooltip',
        pointerEvents: 'none',
        borderColor: 'primary.main',
        borderStyle: 'solid',
        borderWidth: isWithin ? 2 : 0,
        borderTopWidth: 2,
        borderRadius: isWithin ? 1 : 0,
        // A round end, where the level begins.
        '&::before': isWithin
          ? {}
          : {
              content: '""',
              position: 'absolute',
              left: -4,
              top: -5,
              width: 8,
              height: 8,
              borderRadius: '50%',
              bgcolor: 'primary.main',
            },
      }}
      style={{
        left,
        top: edge === 'bottom' ? box.bottom - 1 : box.top,
        width: box.right - left,
        height: isWithin ? box.height : 0,
      }}
    />,
    document.body,
  );
}
