import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { sizes } from '../theme/index.ts';
import { isUploading, type Upload } from '../upload/queue.ts';
import { UploadRows } from '../upload/UploadRows.tsx';
import { libraryOwner, uploads } from '../upload/uploads.ts';

const shownForMs = 4000;

/** The files on their way into the library, with how many are there; it goes away some time after the last of them. */
export function LibraryUploads({ rows }: { rows: readonly Upload[] }) {
  const translate = useTranslate();
  const done = rows.filter(({ state }) => state === 'done').length;
  const isDone = rows.length > 0 && done === rows.length;
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => uploads.clear(libraryOwner), shownForMs);
    return () => clearTimeout(timer);
  }, [isDone]);
  const isAny = rows.length > 0;
  return (
    <Box
      component={isAny ? 'section' : 'div'}
      aria-label={isAny ? translate('upload.rows') : undefined}
      sx={isAny ? { p: 1.5 } : undefined}
    >
      {isAny && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <Typography sx={{ flex: 1, fontWeight: 600 }}>
            {translate('media.uploaded', { done, of: rows.length })}
          </Typography>
          <Button size="small" onClick={() => uploads.end(libraryOwner)}>
            {translate(rows.some(isUploading) ? 'media.cancelAll' : 'form.close')}
          </Button>
        </Box>
      )}
      <Box tabIndex={rows.length > 3 ? 0 : undefined} sx={{ maxHeight: sizes.uploads, overflowY: 'auto' }}>
        <UploadRows rows={rows} />
      </Box>
    </Box>
  );
}
