import { useQuery } from '@tanstack/react-query';
import { iniQuery } from '../iniQuery.ts';
import { features } from '../services.ts';

/**
 * Whether one can sign in by SMS: `plain` is an existing back end, of which the specification names the code alone, not
 * how one gets it.
 */
export function useSmsState(): 'on' | 'off' | 'plain' | 'asking' {
  const { data, isPending } = useQuery({ ...iniQuery, staleTime: 60_000 });
  if (isPending) return 'asking';
  if (!features.has('sms')) return 'plain';
  return data && data.sms !== 1 ? 'off' : 'on';
}
