import { Box, Button, Link as MuiLink, Skeleton, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRecordContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Returned } from '../../contract/call.ts';
import { mediaUsage } from '../../contract/calls/media.ts';
import { configItem } from '../../contract/entities/configItem.ts';
import { basename, http } from '../services/services.ts';
import { useToast } from '../ui/useToast.ts';

const maxLimit = mediaUsage.params.limit.max;
type Use = Returned<typeof mediaUsage>['data'][number];

export function MediaUses({ id }: { id: number }) {
  const translate = useTranslate();
  const toast = useToast();
  const [limit, setLimit] = useState(20);
  const { data, error, refetch } = useQuery({
    queryKey: ['media', 'usage', id, limit],
    queryFn: ({ signal }) => http.call(mediaUsage, { id, limit }, signal),
    placeholderData: keepPreviousData,
  });
  if (error)
    return (
      <Typography color="error">
        {toast.messageOf(error)} <Button onClick={() => refetch()}>{translate('list.retry')}</Button>
      </Typography>
    );
  if (!data) return <Skeleton variant="rounded" height={60} />;
  if (data.total === 0) return <Typography color="text.secondary">{translate('media.nowhere')}</Typography>;
  const shown = data.data.length;
  return (
    <>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {data.data.map((use) => (
          <li key={`${use.entity} ${use.id} ${use.title} ${use.field}`}>
            <UseLine use={use} />
          </li>
        ))}
      </Box>
      {shown < data.total && limit < maxLimit && (
        <Button size="small" onClick={() => setLimit(maxLimit)}>
          {translate('media.moreUses')}
        </Button>
      )}
      {shown < data.total && limit >= maxLimit && (
        <Typography variant="caption" color="text.secondary">
          {translate('media.usesCut', { smart_count: data.total - shown })}
        </Typography>
      )}
    </>
  );
}

function UseLine({ use }: { use: Use }) {
  const translate = useTranslate();
  const { entity, id, title, field, path } = use;
  const isConfig = entity === configItem.name;
  const noun = translate(isConfig ? 'media.config' : `resources.${entity}.name`, { _: entity, smart_count: 1 });
  const where = isConfig
    ? translate(`configItems.${field}.name`, { _: title || field })
    : translate(`resources.${entity}.fields.${field}`, { _: field });
  const name = title || `#${id}`;
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', minWidth: 0 }}>
      <Typography variant="caption" color="text.secondary" sx={{ flexShrink: 0 }}>
        {noun}
      </Typography>
      {path ? (
        <MuiLink component={Link} to={`${basename}${path}`} noWrap title={name} sx={{ minWidth: 0 }}>
          {name}
        </MuiLink>
      ) : (
        <Typography color="text.secondary">{translate('media.hiddenUse')}</Typography>
      )}
      <Typography variant="caption" color="text.secondary" sx={{ flexShrink: 0, ml: 'auto' }}>
        {where}
      </Typography>
    </Box>
  );
}

export function UsesOfFile() {
  const translate = useTranslate();
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Box component="section" aria-labelledby="uses-title" sx={{ mt: 1 }}>
      <Typography id="uses-title" variant="h2" component="h3" sx={{ mb: 1 }}>
        {translate('media.uses')}
      </Typography>
      <MediaUses id={Number(record.id)} />
    </Box>
  );
}
