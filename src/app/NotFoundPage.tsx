import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Navigate } from 'react-router-dom';
import { loginPath, useSession } from '../services/services.ts';
import { useDocumentTitle } from '../ui/pageTitle.ts';
import { NotFound } from '../ui/states/NotFound.tsx';

/** `/404`, outside the frame; without a token it leads to the sign-in like any other address. */
export function NotFoundPage() {
  const translate = useTranslate();
  const isOut = useSession() === 'out';
  useDocumentTitle(`404 - ${translate('pages.notFound')}`);
  if (isOut) return <Navigate to={loginPath} replace />;
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <NotFound level={1} />
    </Box>
  );
}
