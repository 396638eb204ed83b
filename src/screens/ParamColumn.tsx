import { useRecordContext } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { InputProps } from '../fields/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { useSidOf } from './useSidOf.ts';

/** The column whose contents have a parameter; of a single page, its one record. */
export function ParamColumn(props: InputProps) {
  const { getValues, setValue } = useFormContext();
  const record = useRecordContext();
  const cid = useWatch({ name: props.name });
  const sidOf = useSidOf();
  const take = useEffectEvent(async () => {
    const sid = await sidOf(cid);
    // Another may be chosen meanwhile.
    if (getValues(props.name) === cid && (getValues('sid') ?? 0) !== sid) setValue('sid', sid, { shouldDirty: true });
  });
  const isChosen = Boolean(cid) && cid !== record?.[props.name];
  // biome-ignore lint/correctness/useExhaustiveDependencies: each column that is chosen
  useEffect(() => {
    if (isChosen) take();
  }, [cid, isChosen]);
  return <InputOf {...props} />;
}
