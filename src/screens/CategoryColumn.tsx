import { useRecordContext } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { InputProps } from '../fields/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { useAll } from '../fields/useAll.ts';

/** The column that a category stands in; its type is that column's model. */
export function CategoryColumn(props: InputProps) {
  const { getValues, setValue } = useFormContext();
  const record = useRecordContext();
  const cid = useWatch({ name: props.name });
  const { data: columns } = useAll('column');
  const model = columns?.find(({ id }) => id === cid)?.model;
  const isChosen = cid !== (record?.[props.name] ?? null);
  const take = useEffectEvent(() => {
    if (getValues('type') !== model) setValue('type', model, { shouldDirty: true });
  });
  useEffect(() => {
    if (model && isChosen) take();
  }, [model, isChosen]);
  return <InputOf {...props} />;
}
