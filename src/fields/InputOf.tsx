import { Skeleton } from '@mui/material';
import { useResourceContext } from 'ra-core';
import { type ComponentType, Suspense } from 'react';
import { type EntityName, entities } from '../../contract/index.ts';
import type { Kind } from '../../contract/kinds.ts';
import type { InputProps } from '../declaration/common.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { inputs } from './inputs.tsx';
import { lazyInput } from './lazyInput.tsx';
import { useFormParams } from './params/useFormParams.ts';
import { ReadOnlyField } from './ReadOnlyField.tsx';

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

/** The kinds whose inputs are made of others. */
const composed: Partial<Record<Kind, ComponentType<InputProps>>> = {
  items: lazyInput(() => import('./lists/ItemsInput.tsx').then((module) => module.ItemsInput), 200),
  params: Params,
};

/** The input of a field by its kind; what only the server writes is told. */
export function InputOf(props: InputProps) {
  const { kind, computed } = props.field;
  const Input = computed ? ReadOnlyField : (inputs[kind] ?? composed[kind]);
  if (!Input) throw new Error(`${props.name}: there is no input for ${kind}`);
  return <Input {...props} />;
}
