import { IconButton, ListSubheader, Menu, MenuItem, Tooltip } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useWasOpen } from './useWasOpen.ts';

export interface ChoiceGroup {
  /** Its heading, where the menu has several. */
  title?: string;
  value: string;
  choices: { value: string; label: string }[];
  onChoose: (value: string) => void;
}

interface Props {
  label: string;
  icon: ReactNode;
  groups: ChoiceGroup[];
}

/** A button of the header that opens a few choices, one of each group. */
export function ChoiceMenu({ label, icon, groups }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useWasOpen(anchor !== null);
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          color="inherit"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {icon}
        </IconButton>
      </Tooltip>
      {wasOpen && (
        <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)} sx={{ zIndex: 'tooltip' }}>
          {groups.flatMap(({ title, value, choices, onChoose }) => [
            title && (
              <ListSubheader
                key={title}
                disableSticky
                role="presentation"
                sx={{ lineHeight: 2.5, bgcolor: 'transparent' }}
              >
                {title}
              </ListSubheader>
            ),
            ...choices.map((choice) => (
              <MenuItem
                key={`${title}.${choice.value}`}
                role="menuitemradio"
                aria-checked={choice.value === value}
                selected={choice.value === value}
                onClick={() => {
                  setAnchor(null);
                  onChoose(choice.value);
                }}
              >
                {choice.label}
              </MenuItem>
            )),
          ])}
        </Menu>
      )}
    </>
  );
}
