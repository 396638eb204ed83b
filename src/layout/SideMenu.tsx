import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, ButtonBase, List } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useSidebarState } from 'ra-ui-materialui';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { SiteTitle } from '../navigation/Site.tsx';
import { type Trail, useMenuPlace } from '../navigation/useMenuPlace.ts';
import { MenuFailed, MenuLink } from './MenuLink.tsx';

/** The left menu under the site's title, with the toggle that collapses it (docs/contract.md, "Screens"). */
export function SideMenu() {
  const translate = useTranslate();
  const { top, trail } = useMenuPlace();
  const [isOpen, setOpen] = useSidebarState();
  const label = translate(isOpen ? 'frame.collapse' : 'frame.expand');
  return (
    <Box
      component="nav"
      aria-label={translate('frame.mainMenu')}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', bgcolor: 'menu.main', color: 'menu.text' }}
    >
      <SiteTitle isHidden={!isOpen} />
      {isOpen && <MenuFailed />}
      <List disablePadding sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden' }}>
        {top && leftEntries(top).flatMap((entry) => links(entry, trail, !isOpen))}
      </List>
      <ButtonBase
        onClick={() => setOpen(!isOpen)}
        aria-label={label}
        aria-expanded={isOpen}
        sx={{
          px: 1.5,
          py: 1.5,
          gap: 0.75,
          minHeight: 44,
          justifyContent: isOpen ? 'flex-start' : 'center',
          '&:hover': { color: 'menu.active', bgcolor: 'menu.hover' },
          '&.Mui-focusVisible': { outline: 2, outlineOffset: -2, outlineColor: 'currentColor' },
        }}
      >
        {isOpen ? <ChevronLeft fontSize="small" /> : <ChevronRight fontSize="small" />}
        {isOpen && label}
      </ButtonBase>
    </Box>
  );
}

/** A top entry that holds nothing stands in the left menu itself. */
const leftEntries = (top: MenuEntry) => (top.children.length > 0 ? top.children : [top]);

/** A left entry; one that is spread shows what is below it at once. */
function links(entry: MenuEntry, trail: Trail, isFolded: boolean): React.ReactNode[] {
  const last = trail.at(-1);
  const shared = { isFolded };
  return [
    <MenuLink key={entry.id} entry={entry} current={currentOf(entry, trail)} {...shared} />,
    ...(entry.spread && !isFolded
      ? entry.children.map((child) => (
          <MenuLink
            key={child.id}
            entry={child}
            current={child === last ? 'page' : undefined}
            depth={1}
            hasIcon={false}
          />
        ))
      : []),
  ];
}

/** Whether an entry is the page at hand, or leads to it. */
export function currentOf(entry: MenuEntry, trail: Trail): 'page' | 'true' | undefined {
  if (!trail.includes(entry)) return undefined;
  return trail.at(-1) === entry ? 'page' : 'true';
}
