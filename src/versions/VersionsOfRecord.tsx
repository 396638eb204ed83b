import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, Button, Checkbox, Chip, TablePagination, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { type Version, versionDescribe } from '../../contract/calls/version.ts';
import { calls } from '../../contract/index.ts';
import { useMay } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { AdminName } from '../fields/AdminName.tsx';
import { Time } from '../fields/Time.tsx';
import type { FormHandle } from '../form/formHandle.tsx';
import { NoteDialog } from '../form/NoteDialog.tsx';
import { useOperationName } from '../logs/useOperationName.ts';
import { http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { useToast } from '../ui/useToast.ts';
import { pageSize, useVersions } from './useVersions.ts';
import { VersionComparison } from './VersionComparison.tsx';

interface Props {
  resource: Resource;
  id: number;
  form: FormHandle;
  onBack: () => void;
}

/** `after` 0 is what the form has now. */
interface Compared {
  before: number;
  after: number;
}

/** Beside a record's form: its versions, latest first, two of them compared, and the way back into the form. */
export function VersionsOfRecord({ resource, id, form, onBack }: Props) {
  const translate = useTranslate();
  const [compared, setCompared] = useState<Compared>();
  const back = compared ? () => setCompared(undefined) : onBack;
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ px: 3, py: 1 }}>
        <Button size="small" startIcon={<ArrowBack />} onClick={back}>
          {translate(compared ? 'versions.backToList' : 'versions.back')}
        </Button>
      </Box>
      {compared && <VersionComparison resource={resource} id={id} form={form} {...compared} onTaken={onBack} />}
      {/* Hidden, not unmounted: page and ticks stay. */}
      <Box sx={{ display: compared ? 'none' : 'contents' }}>
        <VersionList resource={resource} id={id} onCompare={setCompared} />
      </Box>
    </Box>
  );
}

interface ListProps extends Pick<Props, 'resource' | 'id'> {
  onCompare: (compared: Compared) => void;
}

function VersionList({ resource, id, onCompare }: ListProps) {
  const translate = useTranslate();
  const [page, setPage] = useState(1);
  const toast = useToast();
  const [chosen, setChosen] = useState<number[]>([]);
  const [described, setDescribed] = useState<Version>();
  const mayEdit = useMay(resource.name, 'edit');
  const { data, error, refetch } = useVersions(resource, id, page);
  if (!data && error) return <Failed level={3} error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={6} height={sizes.row} />;
  const versions = data.versions ?? [];
  if (data.total === 0)
    return <Typography sx={{ px: 3, color: 'text.secondary' }}>{translate('versions.none')}</Typography>;
  const toggle = (n: number) =>
    setChosen(chosen.includes(n) ? chosen.filter((each) => each !== n) : [...chosen, n].slice(-2));
  const [before = 0, after = 0] = chosen.toSorted((one, other) => one - other);
  return (
    <>
      <Box sx={{ px: 3, pb: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" color="text.secondary" sx={{ flex: 1, minWidth: 240 }}>
          {data.days > 0 ? translate('versions.kept', { smart_count: data.days }) : translate('versions.keptAll')}
        </Typography>
        <Button
          size="small"
          variant="outlined"
          disabled={chosen.length < 2}
          title={chosen.length < 2 ? translate('versions.chooseTwo') : undefined}
          onClick={() => onCompare({ before, after })}
        >
          {translate('versions.compareTwo')}
        </Button>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 3, flex: 1, minHeight: 0, overflowY: 'auto' }}>
        {versions.map((version) => (
          <VersionRow
            key={version.n}
            resource={resource}
            version={version}
            isChosen={chosen.includes(version.n)}
            onToggle={() => toggle(version.n)}
            onCompare={() => onCompare({ before: version.n, after: 0 })}
            onDescribe={mayEdit && version.is_own === 1 ? () => setDescribed(version) : undefined}
          />
        ))}
      </Box>
      {data.total > pageSize && (
        <TablePagination
          component="nav"
          count={data.total}
          page={page - 1}
          rowsPerPage={pageSize}
          rowsPerPageOptions={[]}
          onPageChange={(_event, next) => setPage(next + 1)}
          labelDisplayedRows={({ from, to, count }) => `${from}–${to} / ${count}`}
          getItemAriaLabel={(type) => translate(`ra.navigation.${type}`)}
          sx={{ flexShrink: 0 }}
        />
      )}
      {described && (
        <NoteDialog
          title={translate('versions.describeOf', { n: described.n })}
          label={translate('versions.words')}
          action={translate('versions.saveWords')}
          initial={described.words}
          onClose={() => setDescribed(undefined)}
          onSend={async (words) => {
            await http.call(versionDescribe, { entity: resource.name, id, n: described.n, words });
            toast.success('versions.described');
            setDescribed(undefined);
            await refetch();
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  resource: Resource;
  version: Version;
  isChosen: boolean;
  onToggle: () => void;
  onCompare: () => void;
  onDescribe: (() => void) | undefined;
}

function VersionRow({ resource, version, isChosen, onToggle, onCompare, onDescribe }: RowProps) {
  const translate = useTranslate();
  const operationName = useOperationName();
  const { n, event, username, nickname, path, words, published, create_time } = version;
  const way = calls.get(path)?.call.title ?? path;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'flex-start',
        columnGap: 1,
        py: 1,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Checkbox
        size="small"
        checked={isChosen}
        onChange={onToggle}
        slotProps={{ input: { 'aria-label': translate('versions.choose', { n }) } }}
        sx={{ mt: -0.75, ml: -1 }}
      />
      <Box sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {translate('versions.number', { n })}
          </Box>
          <span>{translate(`versions.${event}`)}</span>
          {event !== 'base' && <AdminName username={username || translate('versions.system')} nickname={nickname} />}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            <Time value={create_time} />
          </Box>
          {published === 1 && <Chip size="small" variant="outlined" label={translate('versions.published')} />}
        </Box>
        <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {[path && operationName({ id: n, path, title: way }), useChangedFields(resource, version)]
            .filter(Boolean)
            .join(' · ')}
        </Box>
        {words && <Box sx={{ mt: 0.5, whiteSpace: 'pre-wrap' }}>“{words}”</Box>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: 'auto' }}>
        {onDescribe && (
          <Button size="small" onClick={onDescribe} aria-label={translate('versions.describeOf', { n })}>
            {translate('versions.describe')}
          </Button>
        )}
        <Button size="small" onClick={onCompare} aria-label={translate('versions.compareNowOf', { n })}>
          {translate('versions.compareNow')}
        </Button>
      </Box>
    </Box>
  );
}

/** So many fields of a version are named in the list. */
const maxNamed = 4;

function useChangedFields(resource: Resource, { event, fields }: Version): string {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name, resource.form.labels);
  if (event === 'base' || event === 'create') return translate('versions.allFields');
  if (fields.length === 0) return event === 'update' ? translate('versions.nothingChanged') : '';
  const named = fields.slice(0, maxNamed).map(label).join(translate('list.and'));
  return fields.length > maxNamed ? `${named} ${translate('versions.moreFields', { n: fields.length })}` : named;
}
