import { Box, Drawer, List, ListSubheader } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { SiteTitle } from '../navigation/siteBrand.tsx';
import { useMenuPlace, useMenuTitle } from '../navigation/useMenuPlace.ts';
import { sizes } from '../theme/index.ts';
import { MenuFailed, MenuLink } from './MenuLink.tsx';
import { currentOf } from './SideMenu.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

export function DrawerMenu({ isOpen, onClose }: Props) {
  const translate = useTranslate();
  const titleOf = useMenuTitle();
  const { entries, trail } = useMenuPlace();
  const links = (entry: MenuEntry, depth: number): React.ReactNode[] => [
    entry.path && entry.children.length === 0 ? (
      <MenuLink key={entry.id} entry={entry} current={currentOf(entry, trail)} depth={depth} onClick={onClose} />
    ) : (
      <ListSubheader
        key={entry.id}
        disableSticky
        sx={{ bgcolor: 'transparent', color: 'menu.text', lineHeight: 2.5, pl: 2 + depth * 2 }}
      >
        {titleOf(entry)}
      </ListSubheader>
    ),
    ...entry.children.flatMap((child) => links(child, depth + (depth > 0 || !entry.path ? 0 : 1))),
  ];
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-label': translate('frame.mainMenu'),
          sx: { width: sizes.drawerWidth, maxWidth: '85vw', bgcolor: 'menu.main' },
        },
      }}
      sx={{ zIndex: (theme) => theme.zIndex.modal }}
    >
      <SiteTitle />
      <Box component="nav" aria-label={translate('frame.mainMenu')}>
        <MenuFailed />
        <List disablePadding>{entries.flatMap((entry) => links(entry, 0))}</List>
      </Box>
    </Drawer>
  );
}
