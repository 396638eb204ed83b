import { useQuery } from '@tanstack/react-query';
import type { Readings } from './matchCommand.ts';

const none: Readings = () => [];

/** The pinyin of characters, loaded when the palette is first used; until then, and without a line, none. */
export function useReadings(): Readings {
  const { data } = useQuery({
    queryKey: ['palette', 'readings'],
    queryFn: async () => ({ readingsOf: (await import('./readingsOf.ts')).readingsOf }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.readingsOf ?? none;
}
