import {
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import DragIndicator from '@mui/icons-material/DragIndicator';
import { Box, Paper, Typography } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { type Identifier, type RaRecord, useListContext, useTranslate } from 'ra-core';
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { childrenName, treeFields } from '../../contract/entity.ts';
import type { Resource } from '../declaration/resource.ts';
import { type Obstacle, obstacleAt, type Spot, type Target, targetAt } from './planDrop.ts';
import type { Plan } from './planMove.ts';
import { useFolding } from './TreeRows.tsx';
import type { Slots } from './useMove.ts';

const grip = { distance: 4 };
const nothingSaid = { draggable: '' };
const announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
/** The indent of a level, in theme spacing (NameCell). */
const indentSteps = 3;

export interface DragProps {
  resource: Resource;
  slots: Slots;
  /** Undefined if the record cannot be dropped there. */
  plan: (record: RaRecord, spot: Spot) => Plan | undefined;
  /** Resolves when the move is saved or refused. */
  onDrop: (record: RaRecord, spot: Spot) => Promise<void>;
}

/** Makes the rows of a tree draggable. Keyboards have MoveActions. */
export function TreeDrag({ resource, slots, plan, onDrop }: DragProps) {
  const translate = useTranslate();
  const theme = useTheme();
  const folding = useFolding();
  const { data: rows = [] } = useListContext();
  const places = useSyncExternalStore(slots.subscribe, slots.all);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: grip }));
  const [dragged, setDragged] = useState<RaRecord>();
  const [mark, setMark] = useState<Mark>();
  const [obstacle, setObstacle] = useState<Obstacle>();
  const children = childrenName(resource.entity) ?? '';
  const roots = useMemo(() => rows.filter(({ depth }) => depth === 0), [rows]);
  const rowOf = (id: unknown) => rows.find((row) => row.id === id);

  const clear = () => {
    setMark(undefined);
    setDragged(undefined);
    setObstacle(undefined);
  };
  // dnd-kit's `over` is still that of the previous move.
  const onDragMove = ({ collisions }: Pick<DragMoveEvent, 'collisions'>) => {
    const id = collisions?.[0]?.id ?? 0;
    const row = rowOf(id);
    const slot = places.get(id);
    const box = slot?.closest('tr, li')?.getBoundingClientRect();
    if (!row || !slot || !box || !dragged) return setMark(undefined);
    const { x, y } = (collisions?.[0]?.data ?? {}) as { x: number; y: number };
    const step = Number.parseFloat(theme.spacing(indentSteps));
    const left = slot.getBoundingClientRect().left;
    const level = Math.floor(row.depth + (x - left) / step);
    const isOpen = !folding?.isFolded(Number(row.id));
    const target = targetAt(roots, children, row, isOpen, { down: (y - box.top) / box.height, level });
    const inTheWay = obstacleAt(roots, children, dragged, target.spot, treeFields(resource.entity));
    setObstacle(row.id === dragged.id ? undefined : inTheWay);
    if (inTheWay || !plan(dragged, target.spot)) return setMark(undefined);
    setMark({ ...target, box, left: left + (target.level - row.depth) * step });
  };
  const onDragEnd = async () => {
    setObstacle(undefined);
    // The drop mark stays until the move is saved or refused.
    if (dragged && mark) await onDrop(dragged, mark.spot);
    clear();
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={underPointer}
      accessibility={{ announcements, screenReaderInstructions: nothingSaid, restoreFocus: false }}
      onDragStart={({ active }) => setDragged(rowOf(active.id))}
      onDragMove={onDragMove}
      onDragOver={onDragMove}
      onDragEnd={onDragEnd}
      onDragCancel={clear}
    >
      {rows.map((row) => {
        const slot = places.get(row.id);
        const isDragged = dragged !== undefined && row.id === dragged.id;
        return slot && createPortal(<DragHandle id={row.id} slot={slot} isDragged={isDragged} />, slot, String(row.id));
      })}
      {mark && <DropMark mark={mark} />}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <Paper
            elevation={4}
            sx={{ px: 1.5, py: 0.5, ml: 3, width: 'max-content', maxWidth: '60vw', cursor: 'grabbing' }}
          >
            {String(dragged[resource.entity.label])}
            {obstacle && (
              <Typography variant="caption" component="div" color="error">
                {translate(`move.not.${obstacle}`)}
              </Typography>
            )}
          </Paper>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** The row under the pointer, with the pointer's position. */
const underPointer: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates: at }) => {
  const found = droppableContainers.find(({ id }) => {
    const rect = droppableRects.get(id);
    return rect && at && at.x >= rect.left && at.x < rect.right && at.y >= rect.top && at.y < rect.bottom;
  });
  return found ? [{ id: found.id, data: { ...at } }] : [];
};

interface DragHandleProps {
  id: Identifier;
  /** The element in the row that the handle is rendered into. */
  slot: HTMLElement;
  isDragged: boolean;
}

/** Drags its row, which is also a drop target. Hidden from assistive technology: the row's menu does the same. */
export function DragHandle({ id, slot, isDragged }: DragHandleProps) {
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

/** A drop target with the viewport rectangle of its row. */
export interface Mark extends Target {
  box: DOMRect;
  /** In pixels: the indent of its level. */
  left: number;
}

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
        // A dot at the line's start.
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
