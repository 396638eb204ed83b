import ContentCopy from '@mui/icons-material/ContentCopy';
import { IconButton, Tooltip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { useCopy } from '../ui/useToast.ts';
import type { Media } from './mediaRecord.ts';

/** Copies the address of a file of the list. */
export function CopyAddress() {
  const translate = useTranslate();
  const record = useRecordContext<Media>();
  const { copy } = useCopy('media');
  if (!record) return null;
  return (
    <Tooltip title={translate('media.copy')}>
      <IconButton
        size="small"
        aria-label={`${translate('media.copy')} ${record.name}`}
        onClick={() => copy(record.url)}
      >
        <ContentCopy fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
