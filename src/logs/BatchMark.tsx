import { Chip } from '@mui/material';
import { useListContext, useRecordContext, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { operationLog } from '../../contract/entities/logs.ts';
import { listPath } from '../../contract/paths.ts';
import { linkOf } from '../navigation/useMenuPlace.ts';

/** The operations of a batch in the operation log. */
export const batchLink = (batch: string) => ({
  pathname: linkOf(listPath(operationLog)),
  search: new URLSearchParams({ filter: JSON.stringify({ batch }) }).toString(),
});

/** Beside an operation that is part of a batch: leads to all of them. */
export function BatchMark() {
  const translate = useTranslate();
  const record = useRecordContext();
  const { filterValues } = useListContext();
  const batch = String(record?.batch ?? '');
  if (batch === '' || filterValues.batch === batch) return null;
  return (
    <Chip
      size="small"
      variant="outlined"
      clickable
      component={Link}
      to={batchLink(batch)}
      label={translate('log.batch')}
      title={translate('log.showBatch')}
      sx={{ ml: 1, flexShrink: 0 }}
    />
  );
}
