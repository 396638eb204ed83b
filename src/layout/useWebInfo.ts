import { useQuery } from '@tanstack/react-query';
import { webInfo } from '../../contract/calls/console.ts';
import { http } from '../services.ts';

export const webInfoKey = ['webInfo'];

/** The site's title and logo; empty until they are known. */
export function useWebInfo() {
  const { data } = useQuery({
    queryKey: webInfoKey,
    queryFn: ({ signal }) => http.call(webInfo, {}, signal),
    // A write changes it in the form of the configuration alone, which puts in place what it reads then.
    staleTime: 'static',
  });
  return data ?? { web_title: '', web_logo: '' };
}
