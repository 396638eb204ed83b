import Autorenew from '@mui/icons-material/Autorenew';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Crop from '@mui/icons-material/Crop';
import Download from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button } from '@mui/material';
import { useRecordContext, useRefresh, useTranslate } from 'ra-core';
import { Suspense, useState } from 'react';
import { mediaChange, mediaReplace } from '../../contract/calls/media.ts';
import { useMayCall } from '../auth/useMay.ts';
import { Player } from '../fields/Player.tsx';
import { Time } from '../fields/Time.tsx';
import { fileUrl, linkUrl } from '../services/backEnd.ts';
import { http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { FactList } from '../ui/FactList.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { useCopy, useToast } from '../ui/useToast.ts';
import { useFileChooser } from '../upload/ChooseFiles.tsx';
import type { UploadTransport } from '../upload/transport.ts';
import { UploadRows } from '../upload/UploadRows.tsx';
import { acceptOf, allKinds } from '../upload/uploadKinds.ts';
import { useFieldUploads } from '../upload/useFieldUploads.ts';
import { extOf } from '../utils/files.ts';
import { sizeText } from '../utils/format.ts';
import { MediaThumb } from './MediaThumb.tsx';
import { type Media, versionedUrl } from './mediaRecord.ts';

export function MediaFile() {
  const translate = useTranslate();
  const record = useRecordContext<Media>();
  const { copy } = useCopy('media');
  if (!record) return null;
  const { kind, url, name, mime, size, width, height, create_time } = record;
  const currentUrl = fileUrl(versionedUrl(url, record));
  const facts = {
    'media.fact.kind': [translate(`resources.media.choices.kind.${kind}`), mime].filter(Boolean).join(' · '),
    'media.fact.size': sizeText(size),
    'media.fact.pixels': width && height ? `${width} × ${height}` : undefined,
    'media.fact.uploaded': <Time value={create_time} />,
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {kind === 'image' && (
        <Box
          component="a"
          href={linkUrl(currentUrl)}
          target="_blank"
          rel="noreferrer"
          aria-label={translate('media.openOriginal', { name })}
          sx={{ display: 'block', borderRadius: 1, overflow: 'hidden', bgcolor: 'action.hover' }}
        >
          <Box
            component="img"
            src={currentUrl}
            alt=""
            sx={{ display: 'block', mx: 'auto', maxWidth: '100%', maxHeight: sizes.picture, objectFit: 'contain' }}
          />
        </Box>
      )}
      {(kind === 'video' || kind === 'audio') && <Player kind={kind} url={currentUrl} label={name} />}
      {kind === 'document' && (
        <Box sx={{ height: sizes.preview * 2, borderRadius: 1, overflow: 'hidden' }}>
          <MediaThumb record={record} />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" startIcon={<ContentCopy />} onClick={() => copy(url)}>
          {translate('media.copy')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          startIcon={<Download />}
          component="a"
          href={linkUrl(currentUrl)}
          download={name}
        >
          {translate('media.download')}
        </Button>
        <ChangePicture record={record} />
        <ReplaceFile record={record} />
      </Box>
      <FactList facts={facts} />
    </Box>
  );
}

const PictureEditor = lazyComponent(() => import('./PictureEditor.tsx').then((module) => module.PictureEditor));

function ChangePicture({ record }: { record: Media }) {
  const translate = useTranslate();
  const mayCall = useMayCall();
  const [isOpen, setOpen] = useState(false);
  if (record.kind !== 'image' || record.storage !== 'local' || !mayCall(mediaChange)) return null;
  return (
    <>
      <Button size="small" variant="outlined" startIcon={<Crop />} onClick={() => setOpen(true)}>
        {translate('media.change')}
      </Button>
      <Suspense>{isOpen && <PictureEditor record={record} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** Replaces a file while its URL stays. A picture may become any other type of picture; other files keep their type. */
function ReplaceFile({ record }: { record: Media }) {
  const translate = useTranslate();
  const toast = useToast();
  const refresh = useRefresh();
  const mayCall = useMayCall();
  const { id, version, name, kind, url, storage } = record;
  const transport: UploadTransport = (file, { signal, onProgress }) =>
    http.upload(mediaReplace, { id, version }, file, { signal, onProgress });
  const { rows, add } = useFieldUploads({
    kinds: allKinds,
    transport,
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
