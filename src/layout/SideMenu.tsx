import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, ButtonBase, List } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useSidebarState } from 'ra-ui-materialui';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { SiteTitle } from '../navigation/siteBrand.tsx';
import { type Trail, useMenuPlace, useMenuTitle } from '../navigation/useMenuPlace.ts';
import { sizes } from '../theme/index.ts';
import { FoldablePane } from '../ui/FoldablePane.tsx';
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

const leftEntries = (top: MenuEntry) => (top.children.length > 0 ? top.children : [top]);

/** A left entry; a `spread` one with its children below it. */
function links(entry: MenuEntry, trail: Trail, isFolded: boolean): React.ReactNode[] {
  const last = trail.at(-1);
  return [
    <MenuLink key={entry.id} entry={entry} current={currentOf(entry, trail)} isFolded={isFolded} />,
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

/** The `aria-current` of an entry: it is the current page, or an ancestor of it. */
export function currentOf(entry: MenuEntry, trail: Trail): 'page' | 'true' | undefined {
  if (!trail.includes(entry)) return undefined;
  return trail.at(-1) === entry ? 'page' : 'true';
}

export function SecondMenu() {
  const translate = useTranslate();
  const titleOf = useMenuTitle();
  const { left, trail } = useMenuPlace();
  // An open left menu shows the children of a `spread` entry itself.
  const [isMenuOpen] = useSidebarState();
  if (!left || left.children.length === 0 || (left.spread && isMenuOpen)) return null;
  return (
    <FoldablePane
      component="nav"
      label={titleOf(left) || translate('frame.secondMenu')}
      setting="menu.second"
      width={sizes.secondWidth}
      bgcolor="menu.second"
    >
      <List disablePadding sx={{ pb: 1 }}>
        {left.children.map((entry) => (
          <MenuLink key={entry.id} entry={entry} current={currentOf(entry, trail)} hasIcon={false} tone="page" />
        ))}
      </List>
    </FoldablePane>
  );
}
