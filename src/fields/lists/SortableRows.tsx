import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import Close from '@mui/icons-material/Close';
import DragIndicator from '@mui/icons-material/DragIndicator';
import { Box, type BoxProps, IconButton, Tooltip } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'ra-core';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { Rows } from './RowsFrame.tsx';

interface Props extends Pick<Rows, 'rows' | 'move' | 'announcement' | 'isReadOnly'> {
  nameOf: (at: number) => string;
  /** @param handle drags the row, or moves it by Alt and an arrow key */
  children: (at: number, handle: ReactNode) => ReactNode;
  list?: BoxProps;
  row?: BoxProps;
}

// dnd-kit announces nothing: handles move rows by keys and announce the result themselves.
const none = () => undefined;
const silent = { onDragStart: none, onDragOver: none, onDragEnd: none, onDragCancel: none };

export function SortableRows({ rows, move, announcement, isReadOnly, nameOf, children, list, row }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(rows.indexOf(String(active.id)), rows.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
    >
      <SortableContext items={rows} strategy={verticalListSortingStrategy}>
        <Box {...list}>
          {rows.map((id, at) => (
            <SortableRow key={id} id={id} at={at} name={nameOf(at)} move={move} isFixed={isReadOnly} row={row}>
              {(handle) => children(at, handle)}
            </SortableRow>
          ))}
        </Box>
      </SortableContext>
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
    </DndContext>
  );
}

interface RowProps {
  id: string;
  at: number;
  name: string;
  move: Rows['move'];
  isFixed?: boolean;
  row?: BoxProps;
  children: (handle: ReactNode) => ReactNode;
}

function SortableRow({ id, at, name, move, isFixed, row, children }: RowProps) {
  const translate = useTranslate();
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.altKey) return;
    event.preventDefault();
    move(at, at + step);
  };
  const handle = !isFixed && (
    <Tooltip title={translate('rows.moveHint')}>
      <IconButton
        ref={setActivatorNodeRef}
        size="small"
        aria-label={`${translate('rows.move')} ${name}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        {...listeners}
        onKeyDown={onKeyDown}
        sx={{ cursor: isDragging ? 'grabbing' : 'grab', touchAction: 'none', flexShrink: 0 }}
      >
        <DragIndicator fontSize="small" />
      </IconButton>
    </Tooltip>
  );
  return (
    <Box
      ref={setNodeRef}
      {...row}
      style={{
        transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
        transition,
        ...(isDragging && { position: 'relative', zIndex: 1 }),
      }}
    >
      {children(handle)}
    </Box>
  );
}

export function RemoveRow({ rows, at, name }: { rows: Rows; at: number; name: string }) {
  const translate = useTranslate();
  if (rows.isReadOnly) return null;
  const remove = ({ currentTarget }: MouseEvent) => {
    const group = currentTarget.closest<HTMLElement>('[role=group]');
    rows.remove(at);
    setTimeout(() => {
      const left = group?.querySelectorAll<HTMLElement>('[data-remove]');
      (left?.[Math.min(at, left.length - 1)] ?? group)?.focus();
    });
  };
  return (
    <Tooltip title={translate('rows.remove')}>
      <IconButton
        size="small"
        aria-label={`${translate('rows.remove')} ${name}`}
        data-remove
        onClick={remove}
        sx={{ flexShrink: 0 }}
      >
        <Close fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
