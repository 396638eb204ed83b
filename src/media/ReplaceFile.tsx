import Autorenew from '@mui/icons-material/Autorenew';
import { Box, Button } from '@mui/material';
import { useRefresh, useTranslate } from 'ra-core';
import { mediaReplace } from '../../contract/calls/media.ts';
import { useMayCall } from '../auth/useMay.ts';
import { useToast } from '../ui/useToast.ts';
import { acceptOf, allKinds } from '../upload/offered.ts';
import { send } from '../upload/sendFile.ts';
import type { UploadTransport } from '../upload/transport.ts';
import { UploadRows } from '../upload/UploadRows.tsx';
import { useFieldUploads } from '../upload/useFieldUploads.ts';
import { useFileChooser } from '../upload/useFileChooser.tsx';
import { extOf } from '../utils/files.ts';
import type { Media } from './mediaRecord.ts';

/** Puts another file in the place of one, whose address stays; a picture may be of any type, all else of its own. */
export function ReplaceFile({ record }: { record: Media }) {
  const translate = useTranslate();
  const toast = useToast();
  const refresh = useRefresh();
  const mayCall = useMayCall();
  const { id, version, name, kind, url, storage } = record;
  const way: UploadTransport = (file, { signal, onProgress }) =>
    send(mediaReplace, { id, version }, file, { signal, onProgress });
  const { rows, add } = useFieldUploads({
    kinds: allKinds,
    way,
    onSent: () => {
      toast.success('media.replaced', { name });
      refresh();
    },
  });
  const label = translate('media.replace');
  const accept = kind === 'image' ? acceptOf(['image']) : `.${extOf(url)}`;
  const { input, open } = useFileChooser({ label, accept, onFiles: add });
  if (storage !== 'local' || !mayCall(mediaReplace)) return null;
  return (
    <>
      <Button size="small" variant="outlined" startIcon={<Autorenew />} onClick={open}>
        {label}
      </Button>
      {input}
      <Box sx={{ flexBasis: '100%' }}>
        <UploadRows rows={rows} />
      </Box>
    </>
  );
}
