import { Box, IconButton, type SxProps, type Theme, Tooltip } from '@mui/material';
import { createContext, type KeyboardEvent, type MouseEvent, type ReactNode, use, useMemo, useState } from 'react';
import { isMac } from '../../utils/keyboard.ts';
import { type LabelKey, useLabel } from '../useLabel.ts';

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

const stickyStyle: SxProps<Theme> = {
  position: 'sticky',
  top: 'var(--tools-top, 0)',
  zIndex: 1,
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
  borderTopLeftRadius: 'inherit',
  borderTopRightRadius: 'inherit',
};

interface ToolBarProps {
  /** The tool that Tab leads to first. */
  first: string;
  label?: LabelKey;
  /** The bar is shown beside the selection, and not above the text. */
  isFloating?: boolean;
  /** Called on Escape, to lead back to the text. */
  onEscape?: () => void;
  /** Rendered below the tools, and sticks above the text with them. */
  below?: ReactNode;
  children: ReactNode;
}

/** The toolbar is one stop of the Tab key (WAI-ARIA, toolbar pattern). */
export function ToolBar({ first, label: name = 'tools', isFloating = false, onEscape, below, children }: ToolBarProps) {
  const label = useLabel();
  const [current, enter] = useState(first);
  const focus = useMemo(() => ({ name: current, enter }), [current]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    // React bubbles the keys of a tool's menu or dialog to the bar, though they are not in it.
    if (index === -1) return;
    if (event.key === 'Escape' && onEscape) {
      // Escape must not close the form too.
      event.stopPropagation();
      onEscape();
    }
    if (!step) return;
    event.preventDefault();
    buttons[step(index, buttons.length)]?.focus();
  };
  const bar = (
    <Box
      role="toolbar"
      aria-label={label(name)}
      onKeyDown={move}
      // `clip` hides the separator before the first group of a row.
      sx={{ display: 'flex', flexWrap: isFloating ? 'nowrap' : 'wrap', rowGap: 0.25, py: 0.25, overflow: 'clip' }}
    >
      <ToolFocus value={focus}>{children}</ToolFocus>
    </Box>
  );
  if (isFloating) return bar;
  return (
    <Box sx={stickyStyle}>
      {bar}
      {below}
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

/** The tool that is in the tab order; arrow keys reach the others. */
const ToolFocus = createContext<{ name: string; enter: (name: string) => void }>({ name: '', enter: () => {} });

interface ToolButtonProps {
  name: LabelKey;
  /** A value that is announced after the name. */
  value?: string;
  children: ReactNode;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Whether a toggle is on; undefined for a tool that only acts. */
  active?: boolean;
  ready?: boolean;
  keys?: string;
  hasPopup?: 'menu' | 'dialog';
  open?: boolean;
}

const shownKeys = (keys: string): string =>
  keys
    .replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replace('Shift', isMac ? '⇧' : 'Shift')
    .replaceAll('-', isMac ? '' : '+')
    .replace(/[a-z]$/, (letter) => letter.toUpperCase());

export function ToolButton({
  name,
  value,
  children,
  onClick,
  active,
  ready = true,
  keys,
  hasPopup,
  open,
}: ToolButtonProps) {
  const label = useLabel()(name);
  const focus = use(ToolFocus);
  return (
    <Tooltip title={keys ? `${label} (${shownKeys(keys)})` : label} enterDelay={500} disableInteractive>
      <IconButton
        size="small"
        aria-label={value ? `${label}: ${value}` : label}
        aria-pressed={active}
        aria-disabled={!ready || undefined}
        aria-haspopup={hasPopup}
        aria-expanded={hasPopup ? (open ?? false) : undefined}
        tabIndex={focus.name === name ? 0 : -1}
        onFocus={() => focus.enter(name)}
        // The editor keeps focus and selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => ready && onClick(event)}
        sx={{
          // With this width, all tools fit beside the settings of the writing view.
          minWidth: 26,
          height: 30,
          px: 0.375,
          py: 0.5,
          borderRadius: 1,
          color: active || open ? 'primary.main' : 'text.secondary',
          bgcolor: active || open ? 'action.selected' : 'transparent',
          '&[aria-disabled]': { color: 'action.disabled', cursor: 'default' },
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
          '& svg': { fontSize: '1.25rem' },
        }}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}
