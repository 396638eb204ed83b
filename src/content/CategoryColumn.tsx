import { useRecordContext } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useIdentity } from '../auth/useMay.ts';
import type { InputProps } from '../declaration/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { useAll } from '../fields/useAll.ts';
import { lastPlace } from '../navigation/history.ts';

/**
 * The column that a category stands in; its type is that column's model, and without one the content model that was
 * chosen last (docs/contract.md, "Values").
 */
export function CategoryColumn(props: InputProps) {
  const { getValues, setValue } = useFormContext();
  const record = useRecordContext();
  const cid = useWatch({ name: props.name });
  const { data: columns } = useAll('column');
  const identity = useIdentity();
  const current = props.isNew ? lastPlace(identity?.id)?.model?.model : undefined;
  const model = cid ? columns?.find(({ id }) => id === cid)?.model : current;
  const isChosen = props.isNew || cid !== (record?.[props.name] ?? null);
  const take = useEffectEvent(() => {
    if (getValues('type') !== model) setValue('type', model, { shouldDirty: !props.isNew });
  });
  useEffect(() => {
    if (model && isChosen) take();
  }, [model, isChosen]);
  return <InputOf {...props} />;
}
