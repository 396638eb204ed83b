import { Box, Card, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { LogoPicture, useWebInfo } from '../navigation/siteBrand.tsx';
import { AppearanceMenu, LanguageMenu } from '../ui/preferenceMenus.tsx';

interface Props {
  /** An i18n key. */
  title: string;
  onTyping?: (() => void) | undefined;
  children: ReactNode;
}

/** A page outside the frame, for whoever is not signed in: a card with the site's logo and title. */
export function PublicPage({ title, onTyping, children }: Props) {
  const translate = useTranslate();
  const { web_title } = useWebInfo();
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeItems: 'center',
        p: 2,
        bgcolor: 'menu.main',
        position: 'relative',
      }}
    >
      <Box sx={{ position: 'absolute', top: 8, right: 8, color: 'menu.text' }}>
        <LanguageMenu />
        <AppearanceMenu themeOnly />
      </Box>
      <Card onInput={onTyping} sx={{ width: '100%', maxWidth: 380, p: { xs: 3, sm: 4 } }}>
        <LogoPicture sx={{ height: 40, mb: 1, maxWidth: '100%' }} />
        <Typography color="text.secondary">{web_title}</Typography>
        <Typography variant="h1" sx={{ mb: 2 }}>
          {translate(title)}
        </Typography>
        {children}
      </Card>
    </Box>
  );
}
