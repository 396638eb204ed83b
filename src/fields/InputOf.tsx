import { Box, Skeleton, Typography } from '@mui/material';
import { useRecordContext, useResourceContext } from 'ra-core';
import { type ComponentType, Suspense } from 'react';
import { type EntityName, entities } from '../../contract/index.ts';
import type { Kind } from '../../contract/kinds.ts';
import type { InputProps } from '../declaration/common.ts';
import { useInputLabel } from '../declaration/useFieldLabel.ts';
import { labelStyle } from '../theme/index.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { isEmpty } from '../utils/values.ts';
import { inputs } from './inputs.tsx';
import { lazyInput } from './lazyInput.tsx';
import { listFields } from './listFields.tsx';
import { useFormParams } from './params/useColumnParams.ts';

const ParamsOfColumn = lazyComponent(() => import('./params/ParamsInput.tsx').then((module) => module.ParamsInput));

function Params(props: InputProps) {
  const params = useFormParams(entities[useResourceContext() as EntityName]);
  if (!params?.length) return null;
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={200} />}>
      <ParamsOfColumn {...props} params={params} />
    </Suspense>
  );
}

const composed: Partial<Record<Kind, ComponentType<InputProps>>> = {
  items: lazyInput(() => import('./lists/ItemsInput.tsx').then((module) => module.ItemsInput), 200),
  params: Params,
};

export function InputOf(props: InputProps) {
  const { kind, computed } = props.field;
  const Input = computed ? ReadOnlyField : (inputs[kind] ?? composed[kind]);
  if (!Input) throw new Error(`${props.name}: there is no input for ${kind}`);
  return <Input {...props} />;
}

/** Lists truncate these kinds. */
const texts: readonly Kind[] = ['text', 'longtext', 'slug', 'file'];

function ReadOnlyField({ field, name, label }: InputProps) {
  const called = useInputLabel({ name, label });
  const record = useRecordContext();
  const value = record?.[name];
  if (!record || isEmpty(value)) return null;
  const Show = listFields[field.kind];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography color="text.secondary" sx={labelStyle}>
        {called}
      </Typography>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {texts.includes(field.kind) ? String(value) : <Show field={field} name={name} record={record} />}
      </Box>
    </Box>
  );
}
