import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/Close';
import { Box, CircularProgress, IconButton, Link, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useResourceContext, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Returned } from '../../contract/call.ts';
import { checkContent, checkLinks } from '../../contract/calls/check.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { focusField } from '../form/focusField.ts';
import type { Sought } from '../richText/find/selectFound.ts';
import { http } from '../services/services.ts';
import { Failed } from '../ui/states/Failed.tsx';

type CheckFinding = Returned<typeof checkContent>[number];

/** What the form lacks before it is published, and what is risky; each leads to its field. Follows the form after a pause. */
export function PublishCheck({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const values = useSettledValues();
  const found = useFindings(checkContent, resource, values);
  const links = useFindings(checkLinks, resource, values);
  const findings = [...(found.data ?? []), ...(links.data ?? [])];
  const isAsking = found.isFetching || links.isFetching;
  const isFine = found.data && links.data && findings.length === 0;
  const error = found.error ?? links.error;
  return (
    <Box component="aside" aria-label={translate('check.title')} sx={panel}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography component="h3" sx={{ flex: 1, fontWeight: 600 }}>
          {translate('check.title')}
        </Typography>
        {isAsking && <CircularProgress size={16} aria-label={translate('check.asking')} />}
        <IconButton size="small" edge="end" aria-label={translate('form.close')} onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Typography role="status" variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
        {isFine
          ? translate('check.fine')
          : findings.length > 0 && translate('check.found', { smart_count: findings.length })}
      </Typography>
      {isFine && <CheckCircle color="primary" sx={{ mt: 1 }} />}
      {error && (
        <Failed
          level={3}
          error={error}
          onRetry={() => {
            found.refetch();
            links.refetch();
          }}
        />
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {findings.map((finding) => (
          <Box
            key={`${finding.rule} ${finding.field} ${finding.msg}`}
            component="li"
            sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}
          >
            <FindingLinks finding={finding} />
          </Box>
        ))}
      </Box>
      {found.data && !links.data && links.isFetching && (
        <Typography variant="caption" color="text.secondary">
          {translate('check.links')}
        </Typography>
      )}
    </Box>
  );
}

function soughtOf(rule: string, text: string | undefined): Sought | undefined {
  if (rule === 'alt') return { kind: 'barePicture' };
  return text === undefined ? undefined : { kind: rule === 'link' ? 'address' : 'text', text };
}

/** A finding of a text leads to the text, each time to its next place. */
function FindingLinks({ finding: { rule, field, msg, found } }: { finding: CheckFinding }) {
  const label = useFieldLabel(useResourceContext() ?? '');
  const lead = (text?: string) => focusField(field, soughtOf(rule, text));
  return (
    <>
      <Link component="button" type="button" onClick={() => lead(found?.[0])}>
        {label(field)}
      </Link>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {msg}
      </Typography>
      {found && found.length > 1 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
          {found.map((text) => (
            <Link key={text} component="button" type="button" variant="body2" onClick={() => lead(text)}>
              {text}
            </Link>
          ))}
        </Box>
      )}
    </>
  );
}

const panel = {
  ...{ flexShrink: 0, boxSizing: 'border-box', overflowY: 'auto', p: 2, bgcolor: 'background.default' },
  ...{ width: { xs: '100%', md: 280 }, maxHeight: { xs: '40%', md: 'none' } },
  ...{ borderLeft: { md: 1 }, borderBottom: { xs: 1, md: 0 }, borderColor: { xs: 'divider', md: 'divider' } },
};

const pauseMs = 1000;

/** The values of the form, once nothing was typed for a second. */
function useSettledValues(): Record<string, unknown> {
  const { getValues, watch } = useFormContext();
  const [values, setValues] = useState<Record<string, unknown>>(getValues);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const { unsubscribe } = watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setValues({ ...getValues() }), pauseMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [getValues, watch]);
  return values;
}

function useFindings(call: typeof checkContent | typeof checkLinks, resource: string, values: Record<string, unknown>) {
  const { fields } = entities[resource as EntityName];
  const sent = Object.fromEntries(
    Object.entries(fields).flatMap(([name, { computed }]) => (computed ? [] : [[name, values[name]]])),
  );
  return useQuery({
    queryKey: [call.path, resource, sent],
    queryFn: ({ signal }) => http.call(call, { entity: resource, fields: sent }, signal),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
}
