import { Button, ListItem, ListItemIcon, ListItemText } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';

interface Props {
  icon?: ComponentType;
  primary: string;
  /** Shown while the pointer rests on `primary`. */
  title?: string | undefined;
  secondary: ReactNode;
  children: ReactNode;
}

/** A device, passkey or token of one's account, with what ends it at its right. */
export const AccountListItem = ({ icon: Icon, primary, title, secondary, children }: Props) => (
  <ListItem disableGutters divider sx={{ gap: 1, '&:last-child': { borderBottom: 0 } }}>
    {Icon && (
      <ListItemIcon sx={{ minWidth: 'auto', mr: 1 }}>
        <Icon />
      </ListItemIcon>
    )}
    <ListItemText
      primary={primary}
      secondary={secondary}
      slotProps={{ primary: { title }, secondary: { component: 'div' } }}
      sx={{ overflowWrap: 'anywhere' }}
    />
    {children}
  </ListItem>
);

interface EndButtonProps {
  /** Names what it ends, for those who do not see the row. */
  label: string;
  isDisabled?: boolean;
  onClick: () => void;
  children: string;
}

export const EndButton = ({ label, isDisabled = false, onClick, children }: EndButtonProps) => (
  <Button size="small" color="error" disabled={isDisabled} aria-label={label} onClick={onClick}>
    {children}
  </Button>
);
