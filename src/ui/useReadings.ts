import { useQuery } from '@tanstack/react-query';
import type { Readings } from '../utils/matchCommand.ts';

const none: Readings = () => [];

export function useReadings(isNeeded = true): Readings {
  const { data } = useQuery({
    enabled: isNeeded,
    queryKey: ['palette', 'readings'],
    queryFn: async () => ({ readingsOf: (await import('./readingsOf.ts')).readingsOf }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.readingsOf ?? none;
}
