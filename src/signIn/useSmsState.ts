import { useQuery } from '@tanstack/react-query';
import { ini } from '../../contract/calls/auth.ts';
import { features, http } from '../services.ts';

/**
 * Whether one can sign in by SMS: `plain` is an existing back end, of which the specification names the code alone, not
 * how one gets it.
 */
export function useSmsState(): 'on' | 'off' | 'plain' | 'asking' {
  const { data, isPending } = useQuery({
    queryKey: ['ini'],
    queryFn: async ({ signal }) => {
      const told = await http.call(ini, {}, signal);
      features.learn(told?.extensions);
      return { isOn: Number(told?.sms) === 1 };
    },
    staleTime: 60_000,
  });
  if (isPending) return 'asking';
  if (!features.has('sms')) return 'plain';
  return data?.isOn === false ? 'off' : 'on';
}
