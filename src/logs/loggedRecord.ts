import { useGetManyAggregate } from 'ra-core';
import { findEntity } from '../../contract/index.ts';
import { type Param, useColumnParams } from '../fields/params/useColumnParams.ts';

// Where the record is gone or must not be read, its parameters are shown by name.
const quiet = () => {};

/** The content parameters of a logged record, where the log has values of them. */
export function useLoggedParams(target: string, id: number, values: Record<string, unknown>): Param[] | undefined {
  const entity = findEntity(target);
  const isNeeded = Boolean(entity?.fields.params && 'params' in values);
  const options = { enabled: isNeeded && id > 0 && !values.col_id, retry: false, onError: quiet };
  const { data } = useGetManyAggregate(target, { ids: id ? [id] : [] }, options);
  const column = Number(values.col_id ?? data?.[0]?.col_id ?? 0);
  // A single page, which has no create call, has parameters of its own.
  return useColumnParams(isNeeded ? column : 0, entity?.calls.create ? 0 : id);
}
