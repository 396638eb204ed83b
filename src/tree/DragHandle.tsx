import { useDraggable, useDroppable } from '@dnd-kit/core';
import DragIndicator from '@mui/icons-material/DragIndicator';
import { Box } from '@mui/material';
import type { Identifier } from 'ra-core';
import { useLayoutEffect } from 'react';

interface Props {
  id: Identifier;
  /** Where it stands, within its row. */
  slot: HTMLElement;
  isDragged: boolean;
}

/** By it a row is dragged; others are dropped at the row. For the pointer alone: the keyboard has the row's menu. */
export function DragHandle({ id, slot, isDragged }: Props) {
  const { setNodeRef, listeners } = useDraggable({ id });
  const { setNodeRef: setRow } = useDroppable({ id });
  useLayoutEffect(() => setRow(slot.closest<HTMLElement>('tr, li')), [setRow, slot]);
  useLayoutEffect(() => {
    const row = slot.closest<HTMLElement>('tr, li');
    if (!row || !isDragged) return undefined;
    row.style.opacity = '0.4';
    return () => {
      row.style.opacity = '';
    };
  }, [slot, isDragged]);
  return (
    <Box
      component="span"
      ref={setNodeRef}
      {...listeners}
      aria-hidden
      data-drag={id}
      sx={{
        display: 'flex',
        alignItems: 'center',
        height: '100%',
        color: 'text.secondary',
        cursor: 'grab',
        touchAction: 'none',
      }}
    >
      <DragIndicator fontSize="small" />
    </Box>
  );
}
