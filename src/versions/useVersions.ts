import { useQuery } from '@tanstack/react-query';
import { versionList, versionRead } from '../../contract/calls/version.ts';
import { decodeFields } from '../../contract/codecs.ts';
import type { Resource } from '../declaration/resource.ts';
import { http } from '../services/services.ts';

export const pageSize = 20;

/** Read anew each time that the history opens: the form may have been saved. */
const fresh = { gcTime: 0, refetchOnWindowFocus: false } as const;

export function useVersions({ name }: Resource, id: number, page: number) {
  return useQuery({
    queryKey: ['versions', name, id, page],
    queryFn: ({ signal }) => http.call(versionList, { entity: name, id, page, limit: pageSize }, signal),
    placeholderData: (before) => before,
    ...fresh,
  });
}

/** The values as forms have them, and what was said of them; with `n` 0 none are read. */
export function useVersionValues({ name, entity }: Resource, id: number, n: number) {
  return useQuery({
    enabled: n > 0,
    queryKey: ['version', name, id, n],
    queryFn: async ({ signal }) => {
      const { values = {}, words = '' } = await http.call(versionRead, { entity: name, id, n }, signal);
      return { values: decodeFields(entity.fields, values), words };
    },
    ...fresh,
  });
}
