import { Chip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';

/** Marks the role that the system brings. */
export function RoleMark() {
  const translate = useTranslate();
  const record = useRecordContext();
  return record?.built_in ? <Chip size="small" label={translate('access.builtInMark')} sx={{ ml: 1 }} /> : null;
}
