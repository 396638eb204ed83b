import { Typography } from '@mui/material';
import { useEffect } from 'react';
import { useWebInfo } from '../navigation/Site.tsx';
import { useMenuPlace, useMenuTitle } from '../navigation/useMenuPlace.ts';
import { useCurrentTitle } from '../ui/pageTitle.ts';

/** The page's heading, and the document's title with it: what the page calls itself, else its entry in the menu. */
export function PageTitle() {
  const titleOf = useMenuTitle();
  const { web_title } = useWebInfo();
  const { trail } = useMenuPlace();
  const entry = trail.at(-1);
  const title = useCurrentTitle() || (entry ? titleOf(entry) : '');
  useEffect(() => {
    document.title = [title, web_title || 'rTop Admin'].filter(Boolean).join(' - ');
  }, [title, web_title]);
  return (
    <Typography variant="h2" component="h1" noWrap sx={{ minWidth: 0 }}>
      {title}&nbsp;
    </Typography>
  );
}
