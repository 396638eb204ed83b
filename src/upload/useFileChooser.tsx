import { useRef } from 'react';

interface Options {
  label: string;
  accept: string | undefined;
  isMultiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** The browser's own dialog for files: `open` shows it, `input` must stand in the page. */
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
      // The same file can be chosen again.
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
