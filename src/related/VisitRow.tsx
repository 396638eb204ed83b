import { Box, Chip, Link } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { Time } from '../fields/Time.tsx';
import { useContentPath } from '../logs/VisitedContent.tsx';

/** What a user did with one content, when. */
export function VisitRow({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const path = useContentPath(record);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 'inherit' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {path ? (
          <Link component={RouterLink} to={path} underline="hover">
            {record.title}
          </Link>
        ) : (
          record.title
        )}
      </Box>
      {record.model && (
        <Chip size="small" label={translate(`resources.history.choices.model.${record.model}`, { _: record.model })} />
      )}
      <Box sx={{ color: 'text.secondary' }}>
        <Time value={record.create_time} />
      </Box>
    </Box>
  );
}
