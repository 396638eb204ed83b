import { Box, Card, Typography } from '@mui/material';
import { useLogin, useTranslate } from 'ra-core';
import { Navigate } from 'react-router-dom';
import { LogoPicture, useWebInfo } from '../navigation/siteBrand.tsx';
import { homePath, useSession } from '../services/services.ts';
import { AppearanceMenu, LanguageMenu } from '../ui/preferenceMenus.tsx';
import { SignInForm } from './SignInForm.tsx';

/** `/Login` (and `/login`). A sign-in here leads to the home screen (docs/contract.md, "How the console behaves"). */
export function SignInPage({ onTyping }: { onTyping?: () => void }) {
  const translate = useTranslate();
  const login = useLogin();
  const status = useSession();
  const { web_title } = useWebInfo();
  if (status === 'in') return <Navigate to={homePath} replace />;
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
          {translate('signIn.title')}
        </Typography>
        <SignInForm onSubmit={(credentials) => login(credentials, homePath)} />
      </Card>
    </Box>
  );
}
