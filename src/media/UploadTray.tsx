import { Paper } from '@mui/material';
import { sizes } from '../theme/index.ts';
import { libraryOwner, useUploads } from '../upload/uploads.ts';
import { LibraryUploads } from './LibraryUploads.tsx';

/** The files on their way into the library, over whichever screen one has gone to meanwhile. */
export function UploadTray() {
  const rows = useUploads(libraryOwner);
  return (
    <Paper
      elevation={8}
      sx={{
        ...{ position: 'fixed', zIndex: 'drawer', overflow: 'hidden' },
        ...{ insetInlineEnd: { xs: 8, sm: 16 }, bottom: { xs: 8, sm: sizes.pages }, width: sizes.tray },
        maxWidth: ({ spacing }) => `calc(100vw - ${spacing(2)})`,
      }}
    >
      <LibraryUploads rows={rows} />
    </Paper>
  );
}
