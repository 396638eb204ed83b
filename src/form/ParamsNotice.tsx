import { Alert, Button } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import type { Entity } from '../../contract/entity.ts';
import { sentenceOf } from '../../dataProvider/failure.ts';
import { useFormParamsFailure } from '../fields/params/useColumnParams.ts';

/** Content parameters that could not be read have neither inputs nor a tab: without a word they would seem to be none. */
export function ParamsNotice({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const failure = useFormParamsFailure(entity);
  if (!failure) return null;
  const reason = sentenceOf(failure.error);
  return (
    <Alert
      severity="warning"
      sx={{ mb: 1 }}
      action={
        <Button color="inherit" size="small" onClick={failure.refetch}>
          {translate('list.retry')}
        </Button>
      }
    >
      {[translate('form.notLoaded', { name: labelOf('content_param', 2) }), reason && translate(reason, { _: reason })]
        .filter(Boolean)
        .join(' · ')}
    </Alert>
  );
}
