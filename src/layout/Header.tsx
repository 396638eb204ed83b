import MenuIcon from '@mui/icons-material/Menu';
import { AppBar, Box, ButtonBase, IconButton, Toolbar, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useSidebarState } from 'ra-ui-materialui';
import { useState } from 'react';
import { sizes } from '../theme/index.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { SiteAvatar } from './SiteAvatar.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import { UserDrawer } from './UserDrawer.tsx';
import { useIdentity } from './useMenu.ts';
import { useWebInfo } from './useWebInfo.ts';

/** Site logo (a click reloads), language, theme, avatar and user name. */
export function Header() {
  const translate = useTranslate();
  const [isMenuOpen, setMenuOpen] = useSidebarState();
  const [isUserOpen, setUserOpen] = useState(false);
  const { web_title, web_logo } = useWebInfo();
  const identity = useIdentity();
  return (
    <AppBar sx={{ borderBottom: 1, borderColor: 'divider', zIndex: (theme) => theme.zIndex.drawer + 1 }}>
      <Toolbar variant="dense" sx={{ minHeight: sizes.header, gap: 1, px: { xs: 1, sm: 2 } }}>
        <IconButton
          color="inherit"
          edge="start"
          aria-label={translate('frame.openMenu')}
          onClick={() => setMenuOpen(!isMenuOpen)}
          sx={{ display: { sm: 'none' } }}
        >
          <MenuIcon />
        </IconButton>
        <ButtonBase
          aria-label={translate('frame.reload')}
          onClick={() => window.location.reload()}
          sx={{ borderRadius: 1, px: 0.5, height: 36, minWidth: 0 }}
        >
          {web_logo ? (
            <Box component="img" src={web_logo} alt="" sx={{ height: 28, maxWidth: 160, objectFit: 'contain' }} />
          ) : (
            <Typography noWrap sx={{ fontWeight: 700 }}>
              {web_title || 'rTop Admin'}
            </Typography>
          )}
        </ButtonBase>
        <Box sx={{ flex: 1 }} />
        <LanguageMenu />
        <ThemeMenu />
        {identity && (
          <ButtonBase
            aria-label={`${translate('frame.user')}: ${identity.username}`}
            onClick={() => setUserOpen(true)}
            sx={{ gap: 1, px: 1, height: 36, borderRadius: 1 }}
          >
            <SiteAvatar url={identity.avatar} name={identity.username} />
            <Typography sx={{ display: { xs: 'none', sm: 'block' } }}>{identity.username}</Typography>
          </ButtonBase>
        )}
      </Toolbar>
      {identity && <UserDrawer identity={identity} isOpen={isUserOpen} onClose={() => setUserOpen(false)} />}
    </AppBar>
  );
}
