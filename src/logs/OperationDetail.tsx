import { Box, Button, Typography } from '@mui/material';
import { ResourceContextProvider, useRecordContext, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { batchUndo } from '../../contract/calls/batch.ts';
import type { Fields } from '../../contract/fields.ts';
import { calls } from '../../contract/index.ts';
import { UndoBatchButton } from '../bulk/UndoBatchButton.tsx';
import type { Resource } from '../declaration/resource.ts';
import { useLoggedLabel } from '../declaration/useFieldLabel.ts';
import { ComparedValue } from '../fields/compare/ComparedValue.tsx';
import { features } from '../services/services.ts';
import { batchLink } from './BatchMark.tsx';
import { Changes, useLoggedParams } from './Changes.tsx';
import { Facts, LogDetail } from './LogRecord.tsx';

const facts = ['title', 'username', 'create_time', 'target', 'code', 'ip', 'user_agent', 'path', 'cost_ms'];

export function OperationDetail({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const record = useRecordContext();
  if (!record) return null;
  const params = (record.params ?? {}) as Record<string, unknown>;
  const fields = calls.get(String(record.path))?.call.params ?? {};
  const batch = String(record.batch ?? '');
  return (
    <>
      {batch !== '' && features.offers(batchUndo) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 3 }}>
          <Typography color="text.secondary" sx={{ flex: 1, minWidth: 200 }}>
            {translate('batches.hint')}
          </Typography>
          <Button component={Link} to={batchLink(batch)}>
            {translate('log.showBatch')}
          </Button>
          <UndoBatchButton batch={batch} />
        </Box>
      )}
      <LogDetail resource={resource} names={facts} />
      <Section title={translate('log.changes')}>
        <Changes operation={record} />
      </Section>
      {Object.keys(params).length > 0 && (
        <Section title={translate('resources.operation_log.fields.params')}>
          <FieldValues entity={String(record.target ?? '')} fields={fields} values={params} />
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography variant="subtitle1" component="h3" sx={{ mb: 1, fontWeight: 600 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

interface Props {
  entity: string;
  fields: Fields;
  values: Record<string, unknown>;
}

export function FieldValues({ entity, fields, values }: Props) {
  const label = useLoggedLabel(entity);
  const params = useLoggedParams(entity, Number(values.id ?? 0), values);
  const facts = Object.keys(values).map((name) => ({
    label: label(name),
    value: <ComparedValue field={fields[name]} name={name} values={values} params={params} />,
  }));
  return (
    <ResourceContextProvider value={entity}>
      <Facts facts={facts} />
    </ResourceContextProvider>
  );
}
