import { Box, Checkbox, Dialog, DialogContent, DialogContentText, FormControlLabel } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useGetResourceLabel, useRefresh, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { adminName } from '../../contract/adminName.ts';
import { batchRead, type ChangedRecord } from '../../contract/calls/batch.ts';
import { Time } from '../fields/Time.tsx';
import { http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { useToast } from '../ui/useToast.ts';
import { RunDialog } from './RunDialog.tsx';
import { undoing } from './undoing.ts';

interface Props {
  batch: string;
  onClose: () => void;
}

/** Says what undoing a batch would do, with the records that changed since, and does it. */
export function UndoBatch({ batch, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['batch', batch],
    queryFn: ({ signal }) => http.call(batchRead, { batch }, signal),
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const translate = useTranslate();
  if (data) return <Confirmation batch={batch} onClose={onClose} {...data} changed={data.changed ?? []} />;
  return (
    <Dialog open onClose={onClose} aria-label={translate('batches.undo')} maxWidth="sm" fullWidth>
      <DialogContent>
        {error ? <Failed level={3} error={error} onRetry={refetch} /> : <SkeletonRows rows={3} height={sizes.row} />}
      </DialogContent>
    </Dialog>
  );
}

interface Found extends Props {
  ready: number;
  undone: number;
  gone: number;
  changed: ChangedRecord[];
}

function Confirmation({ batch, ready, undone, gone, changed, onClose }: Found) {
  const translate = useTranslate();
  const toast = useToast();
  const refresh = useRefresh();
  const [ticked, setTicked] = useState<number[]>([]);
  const meanwhile = translate('batches.meanwhile');
  const steps = useMemo(() => {
    const known = new Set(changed.map(({ key }) => key));
    return undoing(batch, ticked, ({ key }) => (known.has(key) ? undefined : meanwhile));
  }, [batch, changed, ticked, meanwhile]);
  const end = () => {
    refresh();
    onClose();
  };
  const counts = { ready, undone, gone };
  const said = (['ready', 'undone', 'gone'] as const).filter((name) => counts[name] > 0);
  return (
    <RunDialog
      title={translate('batches.title')}
      action={translate('batches.undo')}
      isReady={ready + ticked.length > 0}
      steps={steps}
      ids={Array.from({ length: ready + undone + changed.length }, (_, at) => at)}
      resource={changed[0]?.entity ?? ''}
      onDone={({ outcome }) => {
        toast.success('batches.done', { n: outcome.done });
        end();
      }}
      onClose={(run) => (run ? end() : onClose())}
    >
      {said.map((name) => (
        <DialogContentText key={name} sx={{ mb: 1 }}>
          {translate(`batches.${name}`, { smart_count: counts[name] })}
        </DialogContentText>
      ))}
      {ready + changed.length === 0 && <DialogContentText>{translate('batches.nothing')}</DialogContentText>}
      {changed.length > 0 && <ChangedRecords changed={changed} ticked={ticked} onTick={setTicked} />}
    </RunDialog>
  );
}

/** So many are listed. */
const most = 200;

interface ChangedProps {
  changed: ChangedRecord[];
  ticked: number[];
  onTick: (keys: number[]) => void;
}

function ChangedRecords({ changed, ticked, onTick }: ChangedProps) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const keys = changed.filter(({ is_deleted }) => !is_deleted).map(({ key }) => key);
  const toggle = (key: number) =>
    onTick(ticked.includes(key) ? ticked.filter((each) => each !== key) : [...ticked, key]);
  const isAll = keys.length > 0 && ticked.length === keys.length;
  return (
    <>
      <DialogContentText id="batch-changed">
        {translate('batches.changed', { smart_count: changed.length })}
      </DialogContentText>
      {keys.length > 1 && (
        <FormControlLabel
          control={<Checkbox size="small" checked={isAll} onChange={() => onTick(isAll ? [] : keys)} />}
          label={translate('batches.all')}
        />
      )}
      <Box
        component="ul"
        aria-labelledby="batch-changed"
        tabIndex={0}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: '40vh', overflowY: 'auto' }}
      >
        {changed.slice(0, most).map(({ key, entity, id, title, username, nickname, time, is_deleted }) => (
          <li key={key}>
            <FormControlLabel
              disabled={is_deleted === 1}
              sx={{ alignItems: 'flex-start', py: 0.5, '& .MuiCheckbox-root': { pt: 0.25 } }}
              control={<Checkbox size="small" checked={ticked.includes(key)} onChange={() => toggle(key)} />}
              label={
                <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                  {title || `${label(entity, 1)} #${id}`}
                  <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
                    {is_deleted === 1 && `${translate('batches.isDeleted')} · `}
                    {translate(username ? 'batches.changedBy' : 'batches.changedAt', {
                      who: adminName({ username, nickname }),
                    })}{' '}
                    <Time value={time} />
                  </Box>
                </Box>
              }
            />
          </li>
        ))}
        {changed.length > most && <li>{translate('batches.more', { n: changed.length - most })}</li>}
      </Box>
    </>
  );
}
