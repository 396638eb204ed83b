import { useGetManyAggregate, useTranslate } from 'ra-core';
import type { Entity } from '../../contract/entity.ts';
import { entities } from '../../contract/index.ts';
import { entryOf } from '../entryOf.ts';
import { type Param, useColumnParams } from '../fields/params/useColumnParams.ts';

// A record may be gone, or one may not read it: then its parameters have no titles.
const quiet = () => {};

/** The content parameters of a record that the log tells of, where it tells of their values. */
export function useLoggedParams(target: string, id: number, values: Record<string, unknown>): Param[] | undefined {
  const entity = entryOf<Entity>(entities, target);
  const isAsked = Boolean(entity?.fields.params && 'params' in values);
  const options = { enabled: isAsked && id > 0 && !values.col_id, retry: false, onError: quiet };
  const { data } = useGetManyAggregate(target, { ids: id ? [id] : [] }, options);
  const column = Number(values.col_id ?? data?.[0]?.col_id ?? 0);
  // What nobody creates is the whole of its column, and has parameters of its own.
  return useColumnParams(isAsked ? column : 0, entity?.calls.create ? 0 : id);
}

/** What a value in the log is called: the label of the entity's field, or a word of the log's own, or its name. */
export function useLoggedLabel(entity: string): (name: string) => string {
  const translate = useTranslate();
  return (name) => translate(`resources.${entity}.fields.${name}`, { _: translate(`log.names.${name}`, { _: name }) });
}
