import PermMedia from '@mui/icons-material/PermMediaOutlined';
import { useListContext, useTranslate } from 'ra-core';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import type { Resource } from '../declaration/resource.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { useMayUpload } from '../upload/offered.ts';
import { UploadHere } from './UploadHere.tsx';

/** There is no file yet, or none in the folder. */
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
