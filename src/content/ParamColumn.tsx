import { useRecordContext } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { InputProps } from '../declaration/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { useSidOf } from './useSidOf.ts';

/** The column whose contents have a parameter; of a single page, its one record. */
export function ParamColumn(props: InputProps) {
  const { getValues, setValue } = useFormContext();
  const record = useRecordContext();
  const cid = useWatch({ name: props.name });
  const sidOf = useSidOf();
  const take = useEffectEvent(async (column: number) => {
    const sid = await sidOf(column);
    // Another may be chosen meanwhile.
    if (getValues(props.name) === column && (getValues('sid') ?? 0) !== sid)
      setValue('sid', sid, { shouldDirty: true });
  });
  const isChosen = Boolean(cid) && cid !== record?.[props.name];
  useEffect(() => {
    if (isChosen) take(cid);
  }, [cid, isChosen]);
  return <InputOf {...props} />;
}
