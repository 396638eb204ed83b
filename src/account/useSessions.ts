import { useQuery } from '@tanstack/react-query';
import { sessions } from '../../contract/calls/session.ts';
import { http } from '../services/services.ts';

export const sessionsKey = ['sessions'];

/** One's own sessions, asked for anew each time that somebody looks. */
export function useSessions(isShown: boolean) {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => http.call(sessions, {}, signal),
    enabled: isShown,
    staleTime: 0,
  });
}
