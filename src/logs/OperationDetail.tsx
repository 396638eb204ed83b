import { Box, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { calls } from '../../contract/index.ts';
import type { Resource } from '../declaration/resource.ts';
import { Changes } from './Changes.tsx';
import { FieldValues } from './FieldValues.tsx';
import { LogDetail } from './LogDetail.tsx';

const facts = ['title', 'username', 'create_time', 'target', 'code', 'ip', 'user_agent', 'path', 'cost_ms'];

/** An operation: who did what and when, what it changed, and with which parameters. */
export function OperationDetail({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const record = useRecordContext();
  if (!record) return null;
  const params = (record.params ?? {}) as Record<string, unknown>;
  const fields = calls.get(String(record.path))?.call.params ?? {};
  return (
    <>
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
