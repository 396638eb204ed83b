import { useTranslate } from 'ra-core';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import { signAlone } from '../screens/signAlone.ts';
import { ChooseFiles } from '../upload/ChooseFiles.tsx';
import { acceptOf, useMayUpload } from '../upload/offered.ts';
import { useSendHere } from './useSendHere.ts';

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
      sx={isShort ? signAlone : undefined}
    >
      {translate('upload.file')}
    </ChooseFiles>
  );
}
