import MenuIcon from '@mui/icons-material/Menu';
import { AppBar, Box, ButtonBase, IconButton, Toolbar, Typography } from '@mui/material';
import { useNotify, useTranslate } from 'ra-core';
import { useSidebarState } from 'ra-ui-materialui';
import { Suspense, useState } from 'react';
import { useIdentity } from '../auth/useMay.ts';
import { LogoPicture, useWebInfo } from '../navigation/Site.tsx';
import { SiteAvatar } from '../navigation/SiteAvatar.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { reload } from '../services/reload.ts';
import { sizes } from '../theme/index.ts';
import { DeferredRender, useWasOpen } from '../ui/DeferredRender.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { AppearanceMenu, LanguageMenu } from '../ui/PreferenceMenus.tsx';
import { useIsBelow } from '../ui/responsive.ts';
import { BackButton } from './BackButton.tsx';
import { DrawerMenu } from './DrawerMenu.tsx';
import { PageTitle } from './PageTitle.tsx';
import { TopMenu } from './TopMenu.tsx';

const UserDrawer = lazyComponent(() => import('../account/UserDrawer.tsx').then((module) => module.UserDrawer));
/** Before it is pressed; what does not come now is asked for again, and said, then. */
const fetchUser = () => {
  UserDrawer.fetch().catch(() => undefined);
};

/** Site logo (a click reloads), top menu, palette, language, appearance, avatar and user name. */
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
  const mayWork = identity && !identity.must_change;
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
        {mayWork && isNarrow && <DrawerButton />}
        <SiteLogo />
        <Box sx={{ flex: 1, minWidth: 0, height: '100%', display: 'flex', alignItems: 'center', gap: 1 }}>
          {mayWork && !isNarrow && (isMenuOpen ? <TopMenu /> : <Collapsed />)}
        </Box>
        {/* All at once: one of them alone would move when the others come. */}
        <DeferredRender placeholder={null}>
          {mayWork && <PaletteButton onOpenUser={openUser} />}
          <LanguageMenu />
          <AppearanceMenu />
          {identity && <UserButton onOpen={openUser} />}
        </DeferredRender>
      </Toolbar>
      {identity && wasUserOpen && (
        <Suspense>
          <UserDrawer identity={identity} isOpen={isUserOpen} onClose={() => setUserOpen(false)} />
        </Suspense>
      )}
    </AppBar>
  );
}

/** What the bars show is in the header while they are away. */
const Collapsed = () => (
  <>
    <PageTitle />
    <BackButton />
  </>
);

function DrawerButton() {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton color="inherit" aria-label={translate('frame.openMenu')} onClick={() => setOpen(true)}>
        <MenuIcon />
      </IconButton>
      <DrawerMenu isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function SiteLogo() {
  const translate = useTranslate();
  const { web_title } = useWebInfo();
  const name = web_title || 'rTop Admin';
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

function UserButton({ onOpen }: { onOpen: () => void }) {
  const translate = useTranslate();
  const identity = useIdentity();
  if (!identity) return null;
  return (
    <ButtonBase
      aria-label={`${translate('frame.user')}: ${identity.username}`}
      aria-haspopup="dialog"
      onClick={onOpen}
      onPointerEnter={fetchUser}
      onFocus={fetchUser}
      sx={{ gap: 1, px: 1, height: 40, borderRadius: 1 }}
    >
      <SiteAvatar url={identity.avatar} name={identity.username} />
      <Typography sx={{ display: { xs: 'none', md: 'block' } }}>{identity.username}</Typography>
    </ButtonBase>
  );
}
