import PermMedia from '@mui/icons-material/PermMediaOutlined';
import { useListContext, useTranslate } from 'ra-core';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import type { Resource } from '../declaration/resource.ts';
import { iconOnlyOnPhone } from '../ui/responsive.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ChooseFiles } from '../upload/ChooseFiles.tsx';
import { acceptOf, useMayUpload } from '../upload/uploadKinds.ts';
import { sendToLibrary } from '../upload/uploads.ts';

export function UploadHere({ kinds, isShort = false }: { kinds?: readonly MediaKind[]; isShort?: boolean }) {
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

export function useSendHere(): (files: readonly File[]) => void {
  const { filterValues } = useListContext();
  return (files) => sendToLibrary(files, Number(filterValues.folder_id) || null);
}

export function EmptyLibrary({ kinds }: { kinds?: readonly MediaKind[]; resource?: Resource }) {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const mayUpload = useMayUpload(kinds);
  return (
    <EmptyState
      icon={PermMedia}
      title={translate(filterValues.folder_id ? 'media.emptyFolder' : 'media.empty')}
      hint={mayUpload && translate('media.emptyHint')}
    >
      {mayUpload && <UploadHere kinds={kinds} />}
    </EmptyState>
  );
}
