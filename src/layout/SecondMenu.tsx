import { Box, List } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useSidebarState } from 'ra-ui-materialui';
import { useIdentity } from '../auth/useMay.ts';
import { saveLastPlace } from '../navigation/history.ts';
import { useMenuPlace, useMenuTitle } from '../navigation/useMenuPlace.ts';
import { sizes } from '../theme/index.ts';
import { MenuLink } from './MenuLink.tsx';
import { currentOf } from './SideMenu.tsx';

/** The second-level menu, where the left entry at hand has one; a click remembers the content model (docs/contract.md, "Screens"). */
export function SecondMenu() {
  const translate = useTranslate();
  const titleOf = useMenuTitle();
  const identity = useIdentity();
  const { left, trail } = useMenuPlace();
  // Where there is room the left menu shows what is spread itself.
  const [isMenuOpen] = useSidebarState();
  if (!left || left.children.length === 0 || (left.spread && isMenuOpen)) return null;
  return (
    <Box
      component="nav"
      aria-label={titleOf(left) || translate('frame.secondMenu')}
      sx={{
        width: sizes.secondWidth,
        flexShrink: 0,
        overflowY: 'auto',
        bgcolor: 'menu.second',
        borderRight: 1,
        borderColor: 'divider',
      }}
    >
      <List disablePadding sx={{ py: 1 }}>
        {left.children.map((entry) => (
          <MenuLink
            key={entry.id}
            entry={entry}
            current={currentOf(entry, trail)}
            hasIcon={false}
            tone="page"
            onClick={() => {
              if (!entry.model || !identity) return;
              saveLastPlace({
                adminId: identity.id,
                path: entry.path,
                model: { model: entry.model, title: titleOf(entry) },
              });
            }}
          />
        ))}
      </List>
    </Box>
  );
}
