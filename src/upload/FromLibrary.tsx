import PhotoLibrary from '@mui/icons-material/PhotoLibraryOutlined';
import { Button, IconButton, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Suspense, useState } from 'react';
import { media } from '../../contract/entities/media.ts';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import { useMayCall } from '../auth/useMay.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import type { UploadResult } from './transport.ts';

const MediaDialog = lazyComponent(() => import('../media/MediaDialog.tsx').then((module) => module.MediaDialog));

interface Props {
  /** The input's label. */
  label: string;
  kinds: readonly MediaKind[];
  isMultiple?: boolean;
  onChosen: (chosen: UploadResult) => void;
  /** Shows only the icon, for cells. */
  isShort?: boolean;
}

/** Whether there is a media library that the administrator may read. */
export function useHasLibrary(): boolean {
  const mayCall = useMayCall();
  return mayCall(media.calls.list);
}

/** A button that opens the media library to choose files; renders nothing without a library. */
export function FromLibrary({ label, kinds, isMultiple = false, onChosen, isShort = false }: Props) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (!useHasLibrary()) return null;
  const text = translate('media.choose');
  return (
    <>
      {isShort ? (
        <Tooltip title={text}>
          <IconButton size="small" edge="end" aria-label={`${text}: ${label}`} onClick={() => setOpen(true)}>
            <PhotoLibrary fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : (
        <Button
          size="small"
          startIcon={<PhotoLibrary />}
          aria-label={`${text}: ${label}`}
          onClick={() => setOpen(true)}
        >
          {text}
        </Button>
      )}
      <Suspense>
        {isOpen && (
          <MediaDialog kinds={kinds} isMultiple={isMultiple} onChosen={onChosen} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
