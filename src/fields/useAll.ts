import { useQuery } from '@tanstack/react-query';
import { DataProviderContext } from 'ra-core';
import { useContext } from 'react';
import type { ConsoleProvider } from '../../dataProvider/index.ts';
import { useMayChoose } from '../screens/useMay.ts';

/** All records of an entity, for choosing one; nothing is asked, and `isForbidden`, where one may not read them. */
export function useAll(entity: string) {
  const provider = useContext(DataProviderContext) as ConsoleProvider;
  const may = useMayChoose(entity);
  const all = useQuery({
    queryKey: [entity, 'getAll'],
    queryFn: () => provider.getAll(entity),
    staleTime: 10_000,
    enabled: may === true,
  });
  return { ...all, isForbidden: may === false };
}
