import type { SvgIconComponent } from '@mui/icons-material';
import { Divider, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { type LabelKey, useLabel } from '../useLabel.ts';
import { ToolButton } from './ToolButton.tsx';

export interface MenuEntry {
  name: LabelKey;
  icon?: SvgIconComponent;
  run: () => void;
  selected?: boolean;
  ready?: boolean;
  /** Starts a new group. */
  divided?: boolean;
}

interface ToolMenuProps {
  name: LabelKey;
  entries: MenuEntry[];
  /** What the button says of the text at hand, where it says something. */
  value?: string;
  children: ReactNode;
}

/** A tool that opens a menu. */
export function ToolMenu({ name, entries, value, children }: ToolMenuProps) {
  const label = useLabel();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (entry: MenuEntry) => {
    // The menu gives the focus back to its button; only then may the tool hand it to the editor.
    flushSync(() => setAnchor(null));
    entry.run();
  };
  return (
    <>
      <ToolButton
        name={name}
        value={value}
        hasPopup="menu"
        open={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {children}
      </ToolButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        transitionDuration={0}
        slotProps={{ list: { dense: true, 'aria-label': label(name) } }}
      >
        {entries.flatMap((entry) => [
          entry.divided && <Divider key={`${entry.name} divider`} />,
          <MenuItem
            key={entry.name}
            selected={entry.selected}
            disabled={entry.ready === false}
            onClick={() => choose(entry)}
          >
            {entry.icon && (
              <ListItemIcon>
                <entry.icon fontSize="small" />
              </ListItemIcon>
            )}
            <ListItemText>{label(entry.name)}</ListItemText>
          </MenuItem>,
        ])}
      </Menu>
    </>
  );
}
