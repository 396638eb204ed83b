import { useQuery } from '@tanstack/react-query';
import { useRecordContext } from 'ra-core';
import { getModelList } from '../../contract/calls/content.ts';
import type { InputProps } from '../declaration/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { http } from '../services/services.ts';

/** The model of a column, of those that the back end has; it cannot be changed once the column holds content. */
export function ModelInput(props: InputProps) {
  const record = useRecordContext();
  const { data } = useQuery({
    queryKey: ['modelList'],
    queryFn: ({ signal }) => http.call(getModelList, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isFixed = !props.isNew && Number(record?.total) > 0;
  if (isFixed) return <InputOf {...props} isReadOnly hint="column.modelFixed" />;
  const had = new Set<unknown>(data?.map(({ model }) => model));
  const values = props.field.values?.filter((value) => had.has(value));
  return <InputOf {...props} field={values?.length ? { ...props.field, values } : props.field} />;
}
