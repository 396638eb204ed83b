import CloudUpload from '@mui/icons-material/CloudUploadOutlined';
import { Box, type BoxProps } from '@mui/material';
import { alpha } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { droppedFiles, hasFiles } from '../utils/files.ts';

interface Props extends Omit<BoxProps, 'onDrop' | 'onPaste'> {
  /** Receives dropped and pasted files; if undefined, none are taken. */
  onFiles: ((files: File[]) => void) | undefined;
}

const isField = (target: EventTarget) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

export function DropArea({ onFiles, children, ...box }: Props) {
  const translate = useTranslate();
  const [isDragOver, setOver] = useState(false);
  // A child's enter event comes before its parent's leave event.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  const handleFiles = (work: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    work(event);
  };
  const handlers = onFiles && {
    onDragEnter: handleFiles(() => {
      depth.current++;
      setOver(true);
    }),
    onDragOver: handleFiles(({ dataTransfer }) => {
      dataTransfer.dropEffect = 'copy';
    }),
    onDragLeave: handleFiles(() => {
      depth.current--;
      if (depth.current <= 0) end();
    }),
    onDrop: handleFiles((event) => {
      end();
      onFiles(droppedFiles(event));
    }),
    onPaste: (event: ClipboardEvent) => {
      const { files } = event.clipboardData;
      // Office programs also copy a picture of a text; in a text field the text is meant.
      const isText = isField(event.target) && event.clipboardData.types.includes('text/plain');
      if (files.length === 0 || isText) return;
      event.preventDefault();
      event.stopPropagation();
      onFiles([...files]);
    },
  };
  return (
    <Box {...box} {...handlers} sx={{ position: 'relative', minWidth: 0, ...box.sx }}>
      {children}
      {onFiles && isDragOver && (
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            inset: -4,
            zIndex: 5,
            pointerEvents: 'none',
            borderRadius: 1,
            border: 2,
            borderStyle: 'dashed',
            borderColor: 'primary.main',
            color: 'primary.main',
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'center',
            gap: 1,
            fontWeight: 600,
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
