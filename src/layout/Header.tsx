import Logout from '@mui/icons-material/Logout';
import MenuIcon from '@mui/icons-material/Menu';
import { AppBar, Box, ButtonBase, IconButton, Toolbar, Typography } from '@mui/material';
import { useGetIdentity, useLogout, useNotify, useTranslate } from 'ra-core';
import { useSidebarState } from 'ra-ui-materialui';
import { Suspense, useState } from 'react';
import { useIdentity } from '../auth/useMay.ts';
import { SiteAvatar } from '../navigation/SiteAvatar.tsx';
import { LogoPicture, useSiteName } from '../navigation/siteBrand.tsx';
import { PaletteButton, usePalette } from '../palette/PaletteButton.tsx';
import { reload } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { DeferredRender, useWasOpen } from '../ui/DeferredRender.tsx';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { AppearanceMenu, LanguageMenu } from '../ui/preferenceMenus.tsx';
import { useIsBelow } from '../ui/responsive.ts';
import { BackButton, PageTitle } from './Breadcrumb.tsx';
import { TopMenu } from './TopMenu.tsx';

const UserDrawer = lazyComponent(() =>
  withTexts(import('../account/UserDrawer.tsx').then((module) => module.UserDrawer)),
);
const DrawerMenu = lazyComponent(() => import('./DrawerMenu.tsx').then((module) => module.DrawerMenu));
/** Loads a drawer on hover, touch and focus. A failure is told when the button is pressed. */
const prefetch = (drawer: typeof UserDrawer | typeof DrawerMenu) => {
  const fetch = () => {
    drawer.fetch().catch(() => undefined);
  };
  return { onPointerEnter: fetch, onFocus: fetch };
};

export function Header() {
  const identity = useIdentity();
  const isNarrow = useIsBelow('sm');
  const [isMenuOpen] = useSidebarState();
  const [isUserOpen, setUserOpen] = useState(false);
  const wasUserOpen = useWasOpen(isUserOpen);
  const notify = useNotify();
  const openUser = () =>
    UserDrawer.fetch().then(
      () => setUserOpen(true),
      () => notify('pages.missingPart', { type: 'error' }),
    );
  const hasConsole = identity && !identity.gate;
  // Not with its button, which is rendered later: the shortcut works with the first paint.
  const palette = usePalette({ isEnabled: !identity?.gate, onOpenUser: openUser });
  return (
    <AppBar sx={{ borderBottom: 1, borderColor: 'divider', zIndex: (theme) => theme.zIndex.drawer + 1 }}>
      <Toolbar
        disableGutters
        sx={{
          height: sizes.header,
          minHeight: `${sizes.header}px !important`,
          gap: { xs: 0.5, sm: 1 },
          px: { xs: 1, sm: 2 },
        }}
      >
        {hasConsole && isNarrow && <DrawerButton />}
        <SiteLogo />
        <Box sx={{ flex: 1, minWidth: 0, height: '100%', display: 'flex', alignItems: 'center', gap: 1 }}>
          {hasConsole && !isNarrow && (isMenuOpen ? <TopMenu /> : <CollapsedBars />)}
        </Box>
        {/* All at once, as each would move the others. */}
        <DeferredRender placeholder={null}>
          {hasConsole && <PaletteButton onOpen={palette.open} />}
          <LanguageMenu />
          <AppearanceMenu />
          {identity ? <UserButton onOpen={openUser} /> : <SignOutButton />}
        </DeferredRender>
      </Toolbar>
      {palette.dialog}
      {identity && wasUserOpen && (
        <Suspense>
          <UserDrawer identity={identity} isOpen={isUserOpen} onClose={() => setUserOpen(false)} />
        </Suspense>
      )}
    </AppBar>
  );
}

/** Title and back button are in the header while the bars are collapsed. */
const CollapsedBars = () => (
  <>
    <PageTitle />
    <BackButton />
  </>
);

function DrawerButton() {
  const translate = useTranslate();
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasOpen(isOpen);
  const open = () =>
    DrawerMenu.fetch().then(
      () => setOpen(true),
      () => notify('pages.missingPart', { type: 'error' }),
    );
  return (
    <>
      <IconButton color="inherit" aria-label={translate('frame.openMenu')} onClick={open} {...prefetch(DrawerMenu)}>
        <MenuIcon />
      </IconButton>
      <Suspense>{wasOpen && <DrawerMenu isOpen={isOpen} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

function SiteLogo() {
  const translate = useTranslate();
  const name = useSiteName();
  return (
    <ButtonBase
      aria-label={`${name} · ${translate('frame.reload')}`}
      onClick={reload}
      sx={{ borderRadius: 1, px: 0.5, height: 40, minWidth: 0 }}
    >
      <LogoPicture sx={{ height: 28, maxWidth: { xs: 96, sm: 160 }, objectFit: 'contain' }}>
        <Typography noWrap sx={{ fontWeight: 700 }}>
          {name}
        </Typography>
      </LogoPicture>
    </ButtonBase>
  );
}

/** Shown where reading the administrator's record failed, so that one can still sign out. */
function SignOutButton() {
  const translate = useTranslate();
  const logout = useLogout();
  const { error } = useGetIdentity();
  if (!error) return null;
  return (
    <IconButton
      color="inherit"
      title={translate('frame.exit')}
      aria-label={translate('frame.exit')}
      onClick={() => logout({}, undefined, false)}
    >
      <Logout />
    </IconButton>
  );
}

function UserButton({ onOpen }: { onOpen: () => void }) {
  const translate = useTranslate();
  const identity = useIdentity();
  if (!identity) return null;
  return (
    <ButtonBase
      aria-label={`${translate('frame.user')}: ${identity.username}`}
      aria-haspopup="dialog"
      onClick={onOpen}
      {...prefetch(UserDrawer)}
      sx={{ gap: 1, px: 1, height: 40, borderRadius: 1 }}
    >
      <SiteAvatar url={identity.avatar} name={identity.username} />
      <Typography sx={{ display: { xs: 'none', md: 'block' } }}>{identity.username}</Typography>
    </ButtonBase>
  );
}
