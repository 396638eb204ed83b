import { Box } from '@mui/material';
import { RecordContextProvider, useGetOne, useRecordContext } from 'ra-core';
import { Fragment, type ReactNode } from 'react';
import type { Field } from '../../contract/fields.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { detailFields } from '../fields/detailFields.tsx';
import { quiet } from '../services/queryClient.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { NoRecord } from '../ui/states/NotFound.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { isEmpty } from '../utils/values.ts';

export function LogRecord({ resource, id, onClose }: { resource: Resource; id: number; onClose: () => void }) {
  const { data, error, refetch } = useGetOne(resource.name, { id }, quiet);
  if (!data && error instanceof CallFailure && error.kind === 'missing') return <NoRecord onClose={onClose} />;
  if (!data && error) return <Failed level={3} error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={8} height={sizes.formRow} />;
  const Detail = resource.record.Detail ?? LogDetail;
  return (
    <RecordContextProvider value={data}>
      <Box tabIndex={0} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 3 }}>
        <Detail resource={resource} />
      </Box>
    </RecordContextProvider>
  );
}

export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(6em, max-content) minmax(0, 1fr)' },
        columnGap: 3,
        rowGap: { xs: 0, sm: 1.25 },
      }}
    >
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <Box component="dt" sx={{ color: 'text.secondary', maxWidth: '12em', overflowWrap: 'anywhere' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, mb: { xs: 1.25, sm: 0 }, minWidth: 0 }}>
            {value}
          </Box>
        </Fragment>
      ))}
    </Box>
  );
}

interface Props {
  resource: Resource;
  names?: string[];
}

export function LogDetail({ resource, names = Object.keys(resource.entity.fields) }: Props) {
  const label = useFieldLabel(resource.name);
  const record = useRecordContext();
  if (!record) return null;
  const facts = names
    .filter((name) => !isEmpty(record[name]))
    .map((name) => {
      const field = resource.entity.fields[name] as Field;
      const Show = resource.record.displays?.[name] ?? detailFields[field.kind];
      return { label: label(name), value: <Show field={field} name={name} record={record} /> };
    });
  return <Facts facts={facts} />;
}
