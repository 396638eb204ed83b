import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { homePath } from '../../services.ts';

export function ToHome() {
  const translate = useTranslate();
  return (
    <Button component={Link} to={homePath} variant="outlined">
      {translate('pages.toHome')}
    </Button>
  );
}
