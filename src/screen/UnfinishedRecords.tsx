import EditNote from '@mui/icons-material/EditNoteOutlined';
import { Box, Button, Link, Paper, Typography } from '@mui/material';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import {
  discardWorkingCopy,
  getUnfinished,
  getWorkingCopy,
  maxUnfinished,
  saveWorkingCopy,
  type UnfinishedRecord,
  type WorkingCopy,
} from '../../contract/calls/publishing.ts';
import type { UnfinishedMeta } from '../../dataProvider/index.ts';
import type { Resource } from '../declaration/resource.ts';
import { DiscardDialog } from '../form/DiscardButton.tsx';
import { useListLink, withCopy } from '../navigation/useListLink.ts';
import { http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useIsBelow } from '../ui/responsive.ts';
import { useAsyncAction } from '../ui/useToast.ts';
import { localTime } from '../utils/format.ts';

/** The new records that the administrator has begun and never saved, above the first row whatever filter is chosen. */
export function UnfinishedRecords({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const { meta } = useListContext();
  const latest = (meta as Partial<UnfinishedMeta> | undefined)?.unfinished;
  const { data: all } = useQuery({
    // The list that is read again may bring others.
    queryKey: ['unfinished', resource.name, latest],
    queryFn: ({ signal }) => http.call(getUnfinished, { entity: resource.name, limit: maxUnfinished }, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const { records, total } = (isOpen && all) || latest || { records: [], total: 0 };
  if (records.length === 0) return null;
  const more = total - records.length;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={translate('publishing.unfinished')}
      sx={{ flexShrink: 0, maxHeight: '40%', overflow: 'auto', '& > * + *': { borderTop: 1, borderColor: 'divider' } }}
    >
      {records.map((record) => (
        <UnfinishedRow key={record.copy} resource={resource} record={record} />
      ))}
      {(more > 0 || isOpen) && (
        <Box sx={{ px: 1, minHeight: sizes.row, display: 'flex', alignItems: 'center' }}>
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {translate(isOpen ? 'publishing.unfinishedLess' : 'publishing.unfinishedMore', { smart_count: more })}
          </Button>
        </Box>
      )}
    </Paper>
  );
}

function UnfinishedRow({ resource, record }: { resource: Resource; record: UnfinishedRecord }) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const linkTo = useListLink(resource);
  const { isBusy, run } = useAsyncAction();
  const [discarded, setDiscarded] = useState<WorkingCopy>();
  const about = { entity: resource.name, id: 0 };
  const { pathname, search } = linkTo('create');
  const to = { pathname, search: withCopy(search, record.copy) };
  const isNarrow = useIsBelow('md');
  const title = record.title || translate('publishing.untitled');
  /** Begins with what is shown, and differs from row to row (WCAG 2.2, 2.5.3). */
  const nameOf = (action: string) => `${translate(action)} ${title}`;
  const time = localTime(new Date(record.update_time));
  const reread = () => queries.invalidateQueries({ queryKey: [resource.name, 'getList'] });
  const ask = async () => {
    const { copies } = await http.call(getWorkingCopy, { ...about, copy: record.copy });
    if (copies[0]) return setDiscarded(copies[0]);
    await reread();
    throw new Error('publishing.begunGone');
  };
  const discard = async ({ id, values, digest }: WorkingCopy) => {
    await http.call(discardWorkingCopy, { ...about, copy: id, digest });
    await reread();
    return async () => {
      await http.call(saveWorkingCopy, { ...about, values });
      await reread();
    };
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, minHeight: sizes.row, minWidth: 0 }}>
      <EditNote fontSize="small" color="action" />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', columnGap: 1, alignItems: 'baseline' }}>
        <Link component={RouterLink} to={to} noWrap sx={{ minWidth: 0 }}>
          {title}
        </Link>
        <Typography variant="caption" color="text.secondary" noWrap sx={{ flexShrink: 0 }}>
          {translate(isNarrow ? 'publishing.unfinished' : 'publishing.unfinishedAt', { time })}
        </Typography>
      </Box>
      <Button
        size="small"
        component={RouterLink}
        to={to}
        aria-label={nameOf('publishing.resume')}
        sx={{ flexShrink: 0, minWidth: 0 }}
      >
        {translate('publishing.resume')}
      </Button>
      <Button
        size="small"
        color="inherit"
        loading={isBusy}
        aria-label={nameOf('publishing.drop')}
        onClick={() => run(ask)}
        sx={{ flexShrink: 0, minWidth: 0 }}
      >
        {translate('publishing.drop')}
      </Button>
      {discarded && (
        <DiscardDialog
          resource={resource}
          label="publishing.drop"
          names={Object.keys(discarded.values).filter((name) => name in resource.entity.fields)}
          values={discarded.values}
          record={{}}
          discard={() => discard(discarded)}
          onClose={() => setDiscarded(undefined)}
        />
      )}
    </Box>
  );
}
