import { useRecordContext } from 'ra-core';
import type { InputProps } from '../fields/common.ts';
import { InputOf } from '../fields/InputOf.tsx';

/** The model of a column, which cannot be changed once the column holds content. */
export function ModelInput(props: InputProps) {
  const record = useRecordContext();
  const isFixed = !props.isNew && Number(record?.total) > 0;
  if (!isFixed) return <InputOf {...props} />;
  return <InputOf {...props} isReadOnly hint="column.modelFixed" />;
}
