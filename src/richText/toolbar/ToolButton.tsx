import { IconButton, Tooltip } from '@mui/material';
import { createContext, type MouseEvent, type ReactNode, type Ref, use } from 'react';
import { type LabelKey, useLabel } from '../useLabel.ts';

/** One tool of the bar is in the tab order; arrow keys reach the others (WAI-ARIA, toolbar pattern). */
export const ToolFocus = createContext<{ name: string; enter: (name: string) => void }>({ name: '', enter: () => {} });

interface ToolButtonProps {
  name: LabelKey;
  /** What it says beside its name. */
  value?: string;
  children: ReactNode;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Of a tool that is on or off; leave it out for one that acts. */
  active?: boolean;
  ready?: boolean;
  keys?: string;
  hasPopup?: 'menu' | 'dialog';
  open?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

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
  ref,
}: ToolButtonProps) {
  const label = useLabel()(name);
  const focus = use(ToolFocus);
  return (
    <Tooltip title={keys ? `${label} (${shownKeys(keys)})` : label} enterDelay={500} disableInteractive>
      <IconButton
        ref={ref}
        size="small"
        aria-label={value ? `${label}: ${value}` : label}
        aria-pressed={active}
        aria-disabled={!ready || undefined}
        aria-haspopup={hasPopup}
        aria-expanded={hasPopup ? (open ?? false) : undefined}
        tabIndex={focus.name === name ? 0 : -1}
        onFocus={() => focus.enter(name)}
        // The editor keeps its focus and its selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => ready && onClick(event)}
        sx={{
          minWidth: 30,
          height: 30,
          p: 0.5,
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
