import { useQuery } from '@tanstack/react-query';
import { DataProviderContext } from 'ra-core';
import { useContext } from 'react';
import { type Entity, hasAll } from '../../contract/entity.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import type { ConsoleProvider } from '../../dataProvider/index.ts';
import { pickDeclared, renameFilter } from '../../dataProvider/rows.ts';
import { useMayChoose } from '../auth/useMay.ts';

const none = {};

/**
 * Reads all records of an entity. If the right is missing, it makes no request and sets `isForbidden`.
 * @param filter only the parameters that the call declares are sent
 */
export function useAll(entity: string, filter: Record<string, unknown> = none, isAsked = true) {
  const provider = useContext(DataProviderContext) as ConsoleProvider;
  const may = useMayChoose(entity);
  const known: Entity | undefined = entities[entity as EntityName];
  // This is a programming error. It must not look like an entity without records.
  if (known && !hasAll(known)) throw new Error(`${entity} has no call for all of its records: search them`);
  const call = known?.calls.all;
  const taken = call ? pickDeclared(call, renameFilter(call, filter)) : none;
  const all = useQuery({
    queryKey: Object.keys(taken).length > 0 ? [entity, 'getAll', taken] : [entity, 'getAll'],
    queryFn: () => provider.getAll(entity, filter),
    staleTime: 10_000,
    enabled: isAsked && may === true,
  });
  return { ...all, isForbidden: may === false };
}
