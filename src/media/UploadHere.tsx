import { useListContext, useTranslate } from 'ra-core';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import { iconOnlyOnPhone } from '../ui/responsive.ts';
import { ChooseFiles } from '../upload/ChooseFiles.tsx';
import { acceptOf, useMayUpload } from '../upload/offered.ts';
import { sendToLibrary } from '../upload/uploads.ts';

interface Props {
  kinds?: readonly MediaKind[];
  /** On a phone its sign alone is seen. */
  isShort?: boolean;
}

/** Uploads files into the folder that is listed. */
export function UploadHere({ kinds, isShort = false }: Props) {
  const translate = useTranslate();
  const send = useSendHere();
  if (!useMayUpload(kinds)) return null;
  return (
    <ChooseFiles
      variant="contained"
      label={translate('upload.file')}
      accept={kinds && acceptOf(kinds)}
      isMultiple
      onFiles={send}
      sx={isShort ? iconOnlyOnPhone : undefined}
    >
      {translate('upload.file')}
    </ChooseFiles>
  );
}

/** Sends files into the folder of the library that is listed. */
export function useSendHere(): (files: readonly File[]) => void {
  const { filterValues } = useListContext();
  return (files) => sendToLibrary(files, Number(filterValues.folder_id) || null);
}
