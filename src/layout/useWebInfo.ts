import { useQuery } from '@tanstack/react-query';
import { webInfo } from '../../contract/calls/console.ts';
import { http } from '../services.ts';

/** The site's title and logo; empty until they are known. */
export function useWebInfo() {
  const { data } = useQuery({
    queryKey: ['webInfo'],
    queryFn: ({ signal }) => http.call(webInfo, {}, signal),
    staleTime: 60_000,
  });
  return data ?? { web_title: '', web_logo: '' };
}
