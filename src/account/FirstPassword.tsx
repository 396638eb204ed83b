import { Alert, Box, Card, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useRefresh, useTranslate } from 'ra-core';
import { authProvider } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { PasswordForm } from './PasswordForm.tsx';

export function FirstPassword() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const enter = async () => {
    // To read `must_change` again.
    authProvider.forgetIdentity();
    await queries.resetQueries();
    refresh();
  };
  return (
    <Box
      sx={{
        flex: 1,
        p: { xs: 2, sm: 6 },
        display: 'grid',
        placeContent: 'start center',
        gridTemplateColumns: `minmax(0, ${sizes.dialog}px)`,
      }}
    >
      <Card variant="outlined" sx={{ p: { xs: 2, sm: 4 }, display: 'grid', gap: 2 }}>
        <Typography variant="h1">{translate('password.title')}</Typography>
        <Alert severity="info">{translate('password.first')}</Alert>
        <PasswordForm onSaved={enter} />
      </Card>
    </Box>
  );
}
