import { Box } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { useLabel } from '../useLabel.ts';
import { ToolFocus } from './ToolButton.tsx';

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** The bar that tools stand in: it stays in view, wraps where it is narrow, and is one stop of the Tab key. */
export function ToolBar({ first, children }: { first: string; children: ReactNode }) {
  const label = useLabel();
  const [name, enter] = useState(first);
  const focus = useMemo(() => ({ name, enter }), [name]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    // Menus and dialogs of a tool are not in the bar, yet React sends their keys through it.
    if (!step || index === -1) return;
    event.preventDefault();
    buttons[step(index, buttons.length)]?.focus();
  };
  return (
    <Box
      role="toolbar"
      aria-label={label('tools')}
      onKeyDown={move}
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 1,
        display: 'flex',
        flexWrap: 'wrap',
        rowGap: 0.25,
        py: 0.25,
        // Hides the line of a group that begins a row.
        overflow: 'clip',
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        borderTopLeftRadius: 'inherit',
        borderTopRightRadius: 'inherit',
      }}
    >
      <ToolFocus value={focus}>{children}</ToolFocus>
    </Box>
  );
}

export function ToolGroup({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.25,
        px: 0.5,
        ml: end ? 'auto' : '-1px',
        borderLeft: end ? 0 : 1,
        borderColor: 'divider',
      }}
    >
      {children}
    </Box>
  );
}
