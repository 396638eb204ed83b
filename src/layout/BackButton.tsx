import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link, useLocation } from 'react-router-dom';
import { linkOf, useMenuPlace, usePath } from '../navigation/useMenuPlace.ts';
import { homePath } from '../services/services.ts';

/** The red way back: from a page below a screen to that screen, from a page in no menu home. */
export function BackButton() {
  const translate = useTranslate();
  const { search } = useLocation();
  const path = usePath();
  const { entries, trail } = useMenuPlace();
  const screen = trail.at(-1)?.path;
  if (entries.length === 0 || screen === path) return null;
  return (
    <Button
      component={Link}
      to={screen ? { pathname: linkOf(screen), search } : homePath}
      color="error"
      size="small"
      startIcon={<ArrowBack />}
      sx={{ flexShrink: 0 }}
    >
      {translate('frame.back')}
    </Button>
  );
}
