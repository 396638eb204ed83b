import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, ButtonBase, Typography } from '@mui/material';
import { type TranslateFunction, useTranslate } from 'ra-core';
import { Menu, useSidebarState } from 'ra-ui-materialui';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { basename } from '../services.ts';
import { MenuIcon } from './icons.tsx';
import { useMenu } from './useMenu.ts';
import { useWebInfo } from './useWebInfo.ts';

/** The left menu under the site's title, with the toggle that collapses it (console.md, Layout). */
export function SideMenu() {
  const translate = useTranslate();
  const entries = useMenu();
  const { web_title } = useWebInfo();
  const [isOpen, setOpen] = useSidebarState();
  const label = translate(isOpen ? 'frame.collapse' : 'frame.expand');
  return (
    <Box
      component="nav"
      aria-label={translate('frame.mainMenu')}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flex: 1,
        bgcolor: 'menu.main',
        '& .RaMenuItemLink-root': { px: 1.5, color: 'menu.text' },
        '& .RaMenuItemLink-icon': { minWidth: 30, color: 'inherit' },
        '& .RaMenuItemLink-active': { color: 'menu.active', bgcolor: 'action.selected' },
      }}
    >
      <Typography
        noWrap
        title={web_title}
        sx={{ px: 2, pt: 2, pb: 1, fontWeight: 600, color: 'menu.active', visibility: isOpen ? 'visible' : 'hidden' }}
      >
        {web_title}&nbsp;
      </Typography>
      <Menu sx={{ width: '100%', m: 0, py: 0, '&.RaMenu-open, &.RaMenu-closed': { width: '100%' } }}>
        {entries.flatMap((entry) => items(entry, isOpen, translate))}
      </Menu>
      <ButtonBase
        onClick={() => setOpen(!isOpen)}
        aria-label={label}
        aria-expanded={isOpen}
        sx={{
          mt: 'auto',
          px: 1.5,
          py: 2,
          gap: 0.75,
          textAlign: 'left',
          color: 'menu.text',
          justifyContent: 'flex-start',
          display: { xs: 'none', sm: 'flex' },
          '&:hover, &:focus-visible': { color: 'menu.active' },
        }}
      >
        {isOpen ? <ChevronLeft fontSize="small" /> : <ChevronRight fontSize="small" />}
        {isOpen && label}
      </ButtonBase>
    </Box>
  );
}

/** An entry with a path is a link; one without is a heading over its children. */
function items(entry: MenuEntry, isOpen: boolean, translate: TranslateFunction): React.ReactNode[] {
  const title = translate(entry.title, { _: entry.title, smart_count: 2 });
  if (entry.path)
    return [
      <Menu.Item
        key={entry.id}
        to={`${basename}${entry.path}`}
        primaryText={title}
        leftIcon={<MenuIcon name={entry.icon} />}
      />,
    ];
  const heading = isOpen && (
    <Typography
      key={entry.id}
      variant="caption"
      component="p"
      sx={{ px: 2, pt: 1.5, pb: 0.5, color: 'menu.text', opacity: 0.8 }}
    >
      {title}
    </Typography>
  );
  return [heading, ...entry.children.flatMap((child) => items(child, isOpen, translate))];
}
