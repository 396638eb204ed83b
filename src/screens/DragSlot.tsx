import { Box } from '@mui/material';
import type { Identifier } from 'ra-core';
import { useCallback } from 'react';
import { useMove } from './useMove.ts';

/** The place in a row where the handle stands by which it is dragged; nothing where rows cannot be moved. */
export function DragSlot({ id }: { id: Identifier }) {
  const slots = useMove()?.slots;
  const ref = useCallback((element: HTMLElement | null) => slots?.set(id, element), [slots, id]);
  return slots ? <Box component="span" ref={ref} sx={{ width: 20, height: 24, flexShrink: 0 }} /> : null;
}
