import { Alert } from '@mui/material';
import { useResourceContext, useTranslate } from 'ra-core';
import { useFieldLabel } from '../fields/useFieldLabel.ts';

/** In the place of an input whose value the back end does not tell: what was typed there would take the place of what nobody sees. */
export function UntoldField({ name }: { name: string }) {
  const translate = useTranslate();
  const label = useFieldLabel(useResourceContext() ?? '');
  return <Alert severity="info">{translate('form.untold', { name: label(name) })}</Alert>;
}
