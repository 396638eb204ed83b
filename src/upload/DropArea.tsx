import CloudUpload from '@mui/icons-material/CloudUploadOutlined';
import { Box, type BoxProps } from '@mui/material';
import { alpha } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useDrop } from './useDrop.ts';

interface Props extends Omit<BoxProps, 'onDrop' | 'onPaste'> {
  /** Takes what is dropped or pasted; nothing is taken where it is not given. */
  onFiles: ((files: File[]) => void) | undefined;
}

/** A part of the page that takes files which are dropped on it or pasted into it. */
export function DropArea({ onFiles, children, ...box }: Props) {
  const translate = useTranslate();
  const { isDragOver, handlers } = useDrop(onFiles);
  return (
    <Box {...box} {...handlers} sx={{ position: 'relative', minWidth: 0, ...box.sx }}>
      {children}
      {isDragOver && (
        <Box
          aria-hidden
          sx={{
            ...{ position: 'absolute', inset: -4, zIndex: 5, pointerEvents: 'none', borderRadius: 1 },
            ...{ border: 2, borderStyle: 'dashed', borderColor: 'primary.main', color: 'primary.main' },
            ...{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 1, fontWeight: 600 },
            bgcolor: ({ palette }) => alpha(palette.background.paper, 0.92),
          }}
        >
          <CloudUpload />
          {translate('upload.drop')}
        </Box>
      )}
    </Box>
  );
}
