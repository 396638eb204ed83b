import PhotoLibrary from '@mui/icons-material/PhotoLibraryOutlined';
import { Button, IconButton, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Suspense, useState } from 'react';
import { media } from '../../contract/entities/media.ts';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import { useMayCall } from '../auth/useMay.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import type { UploadResult } from './transport.ts';

const MediaDialog = lazyComponent(() =>
  withTexts(import('../media/MediaDialog.tsx').then((module) => module.MediaDialog)),
);

interface Props {
  label: string;
  kinds: readonly MediaKind[];
  isMultiple?: boolean;
  onChosen: (chosen: UploadResult) => void;
  /** Takes several together, in place of one by one. */
  onSeveral?: (chosen: readonly UploadResult[]) => void;
  isShort?: boolean;
}

export const useHasLibrary = () => useMayCall()(media.calls.list);

export function FromLibrary({ label, kinds, isMultiple = false, onChosen, onSeveral, isShort = false }: Props) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (!useHasLibrary()) return null;
  const take = (chosen: readonly UploadResult[]) => {
    if (onSeveral && chosen.length > 1) onSeveral(chosen);
    else for (const file of chosen) onChosen(file);
  };
  const text = translate('media.choose');
  const button = { size: 'small', 'aria-label': `${text}: ${label}`, onClick: () => setOpen(true) } as const;
  return (
    <>
      {isShort ? (
        <Tooltip title={text}>
          <IconButton edge="end" {...button}>
            <PhotoLibrary fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : (
        <Button startIcon={<PhotoLibrary />} {...button}>
          {text}
        </Button>
      )}
      <Suspense>
        {isOpen && <MediaDialog kinds={kinds} isMultiple={isMultiple} onChosen={take} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
