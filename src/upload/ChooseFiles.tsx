import Upload from '@mui/icons-material/FileUploadOutlined';
import { Button, type ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import { useFileChooser } from './useFileChooser.tsx';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'sx'> {
  /** What it is called where its text alone does not say enough. */
  label: string;
  accept: string | undefined;
  isMultiple?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the browser's own dialog for files. */
export function ChooseFiles({ label, accept, isMultiple, onFiles, children, ...button }: Props) {
  const { input, open } = useFileChooser({ label, accept, isMultiple, onFiles });
  return (
    <>
      <Button startIcon={<Upload />} aria-label={label} onClick={open} {...button}>
        <span>{children}</span>
      </Button>
      {input}
    </>
  );
}
