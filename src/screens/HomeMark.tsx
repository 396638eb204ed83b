import Home from '@mui/icons-material/Home';
import { Tooltip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';

/** Marks the column that is the site's home. */
export function HomeMark() {
  const translate = useTranslate();
  const record = useRecordContext();
  if (record?.is_home !== 1) return null;
  const label = translate('list.isHome');
  return (
    <Tooltip title={label}>
      <Home fontSize="small" color="primary" titleAccess={label} sx={{ ml: 1, flexShrink: 0 }} />
    </Tooltip>
  );
}
