import Upload from '@mui/icons-material/FileUploadOutlined';
import { Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useRef } from 'react';

interface Options {
  label: string;
  accept: string | undefined;
  isMultiple?: boolean;
  onFiles: (files: File[]) => void;
}

type Props = Options & Pick<ButtonProps, 'variant' | 'size' | 'sx'> & { children: ReactNode };

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

/** `open` opens the browser's file dialog; `input` must be rendered. */
export function useFileChooser({ label, accept, isMultiple = false, onFiles }: Options) {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={ref}
      hidden
      type="file"
      accept={accept}
      multiple={isMultiple}
      aria-label={label}
      // So that the same file can be chosen again.
      onClick={({ currentTarget }) => {
        currentTarget.value = '';
      }}
      onChange={({ target }) => {
        if (target.files?.length) onFiles([...target.files]);
      }}
    />
  );
  return { input, open: () => ref.current?.click() };
}
