import { Box } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import type { Entity } from '../../contract/entity.ts';
import { useFormParamsFailure } from '../fields/params/useColumnParams.ts';
import { ReadWarning } from '../ui/states/Failed.tsx';

/** Content parameters that could not be read have neither inputs nor a tab: without a word they would seem to be none. */
export function ParamsNotice({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const failure = useFormParamsFailure(entity);
  if (!failure) return null;
  return (
    <Box sx={{ mb: 1 }}>
      <ReadWarning
        title={translate('form.notLoaded', { name: labelOf('content_param', 2) })}
        error={failure.error}
        onRetry={failure.refetch}
      />
    </Box>
  );
}
