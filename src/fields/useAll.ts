import { useQuery } from '@tanstack/react-query';
import { DataProviderContext } from 'ra-core';
import { useContext } from 'react';
import type { ConsoleProvider } from '../../dataProvider/index.ts';

/** All records of an entity, for choosing one. */
export function useAll(entity: string) {
  const provider = useContext(DataProviderContext) as ConsoleProvider;
  return useQuery({ queryKey: [entity, 'getAll'], queryFn: () => provider.getAll(entity), staleTime: 10_000 });
}
