import { Alert, Box, Link } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { useIdentity } from '../auth/useMay.ts';
import { listDrafts } from '../drafts/formDrafts.ts';
import { inSentence } from '../utils/format.ts';

/** What was typed and is not saved yet, each with the way back to it. */
export function UnsavedNotice() {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const unsaved = listDrafts(useIdentity()?.id).map(({ path, resource, title }) => ({
    path,
    // What an older console kept does not tell whose form it is.
    title: `${resource ? inSentence(labelOf(resource, 1)) : ''} ${title}`.trim(),
  }));
  if (unsaved.length === 0) return null;
  return (
    <Alert severity="info">
      {unsaved.map(({ path, title }) => (
        <Box key={path} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          {translate('home.unsaved', { title })}
          <Link component={RouterLink} to={path} color="inherit" aria-label={`${translate('home.resume')} ${title}`}>
            {translate('home.resume')}
          </Link>
        </Box>
      ))}
    </Alert>
  );
}
