import { Box, Button, Paper, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useRefresh, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import { sizes } from '../theme/index.ts';
import { isUploading, type Upload } from '../upload/queue.ts';
import { UploadRows } from '../upload/UploadRows.tsx';
import { libraryOwner, uploads, useUploads } from '../upload/uploads.ts';

const hideAfterMs = 4000;

export function LibraryUploads({ rows }: { rows: readonly Upload[] }) {
  const translate = useTranslate();
  const done = rows.filter(({ state }) => state === 'done').length;
  const isDone = rows.length > 0 && done === rows.length && !rows.some(({ isDuplicate }) => isDuplicate);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => uploads.clear(libraryOwner), hideAfterMs);
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

export function UploadTray() {
  const rows = useUploads(libraryOwner);
  return (
    <Paper
      elevation={8}
      sx={{
        position: 'fixed',
        zIndex: 'drawer',
        overflow: 'hidden',
        insetInlineEnd: { xs: 8, sm: 16 },
        bottom: { xs: 8, sm: sizes.pages },
        width: sizes.tray,
        maxWidth: ({ spacing }) => `calc(100vw - ${spacing(2)})`,
      }}
    >
      <LibraryUploads rows={rows} />
    </Paper>
  );
}

const isDone = ({ state }: Upload) => state === 'done';

export function useLibraryUploads(onDone?: (upload: Upload) => void) {
  const rows = useUploads(libraryOwner);
  const refresh = useRefresh();
  const queries = useQueryClient();
  const finished = useRef(new Set(rows.filter(isDone).map(({ id }) => id)));
  const handleUploads = useEffectEvent((current: readonly Upload[]) => {
    const fresh = current.filter((upload) => isDone(upload) && !finished.current.has(upload.id));
    if (fresh.length === 0) return;
    for (const upload of fresh) {
      finished.current.add(upload.id);
      onDone?.(upload);
    }
    refresh();
    queries.invalidateQueries({ queryKey: [mediaFolder.name] });
  });
  useEffect(() => handleUploads(rows), [rows]);
  return rows;
}
