import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { AdminId } from '../../authProvider/index.ts';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { useIdentity } from '../auth/useMay.ts';
import { lastPlace } from '../navigation/history.ts';
import { useSiteName } from '../navigation/siteBrand.tsx';
import { linkOf, useMenuPlace, useMenuTitle, usePath } from '../navigation/useMenuPlace.ts';
import { homePath } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useCurrentTitle } from '../ui/pageTitle.ts';

export function Breadcrumb({ height }: { height: number }) {
  const titleOf = useMenuTitle();
  const { trail } = useMenuPlace();
  const above = trail.slice(0, -1);
  return (
    <Box
      sx={{
        height,
        minHeight: height,
        px: 2,
        gap: 1,
        display: 'flex',
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
        minWidth: 0,
      }}
    >
      <Box sx={{ display: height > sizes.breadcrumb ? 'block' : 'contents', minWidth: 0 }}>
        {above.length > 0 && (
          <Typography
            noWrap
            variant="caption"
            color="text.secondary"
            sx={{ display: { xs: 'none', sm: 'block' }, flexShrink: 0 }}
          >
            {above.map(titleOf).join(' / ')}
            {height > sizes.breadcrumb ? '' : ' /'}
          </Typography>
        )}
        <PageTitle />
      </Box>
      <BackButton />
    </Box>
  );
}

/**
 * Leads from a page below a screen to that screen. From a page that no menu has it leads to the contents that were shown last, which link
 * to such pages, else to the home screen.
 */
export function BackButton() {
  const translate = useTranslate();
  const { search } = useLocation();
  const path = usePath();
  const { entries, trail } = useMenuPlace();
  const identity = useIdentity();
  const screen = trail.at(-1)?.path;
  if (entries.length === 0 || screen === path) return null;
  return (
    <Button
      component={Link}
      to={screen ? { pathname: linkOf(screen), search } : lastContentsPath(identity?.id)}
      color="error"
      size="small"
      startIcon={<ArrowBack />}
      sx={{ flexShrink: 0 }}
    >
      {translate('frame.back')}
    </Button>
  );
}

function lastContentsPath(adminId: AdminId | undefined): string {
  const last = lastPlace(adminId)?.model?.model;
  const contents = last && entityList.find(({ model }) => model === last);
  return contents ? linkOf(listPath(contents)) : homePath;
}

/** Heading and document title: the title that the page has set, else that of its menu entry. */
export function PageTitle() {
  const titleOf = useMenuTitle();
  const siteName = useSiteName();
  const { trail } = useMenuPlace();
  const entry = trail.at(-1);
  const title = useCurrentTitle() || (entry ? titleOf(entry) : '');
  useEffect(() => {
    document.title = [title, siteName].filter(Boolean).join(' - ');
  }, [title, siteName]);
  return (
    <Typography variant="h2" component="h1" noWrap sx={{ minWidth: 0 }}>
      {title}&nbsp;
    </Typography>
  );
}
