import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/Close';
import { Box, CircularProgress, IconButton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useResourceContext, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { checkContent, checkLinks } from '../../contract/calls/check.ts';
import { FindingLinks } from '../form/publishing/FindingLinks.tsx';
import { checkedFields } from '../form/publishing/usePublishQuestion.tsx';
import { http } from '../services/services.ts';
import { Failed } from '../ui/states/Failed.tsx';

/**
 * Lists what the form still lacks before it is published and what is risky, with links to the fields. The list follows
 * the form after a pause.
 */
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
      <FindingLinks findings={findings} />
      {found.data && !links.data && links.isFetching && (
        <Typography variant="caption" color="text.secondary">
          {translate('check.links')}
        </Typography>
      )}
    </Box>
  );
}

const panel = {
  flexShrink: 0,
  boxSizing: 'border-box',
  overflowY: 'auto',
  p: 2,
  bgcolor: 'background.default',
  width: { xs: '100%', md: 280 },
  maxHeight: { xs: '40%', md: 'none' },
  borderLeft: { md: 1 },
  borderBottom: { xs: 1, md: 0 },
  borderColor: { xs: 'divider', md: 'divider' },
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
  const fields = checkedFields(resource, values);
  return useQuery({
    queryKey: [call.path, resource, fields],
    queryFn: ({ signal }) => http.call(call, { entity: resource, fields }, signal),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
}
