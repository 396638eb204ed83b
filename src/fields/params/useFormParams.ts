import { useRecordContext } from 'ra-core';
import { useWatch } from 'react-hook-form';
import type { Entity } from '../../../contract/entity.ts';
import { useColumnParams } from './useColumnParams.ts';

/** The content parameters of the column that the form around it stands in, or of its single page. */
export function useFormParams({ calls, fields }: Pick<Entity, 'calls' | 'fields'>) {
  const colId = useWatch({ name: 'col_id' });
  const record = useRecordContext();
  // What nobody creates is the whole of its column.
  const sid = calls.create ? 0 : Number(record?.id ?? 0);
  return useColumnParams(fields.params && Number(colId ?? 0), sid);
}
