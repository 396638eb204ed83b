import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Returned } from '../../../contract/call.ts';
import { getWorkingCopy, type WorkingCopy } from '../../../contract/calls/publishing.ts';
import { hasWorkingCopies } from '../../declaration/knownFields.ts';
import type { Resource } from '../../declaration/resource.ts';
import { http } from '../../services/services.ts';

export interface FoundCopy extends Omit<Returned<typeof getWorkingCopy>, 'copies'> {
  copy: WorkingCopy | undefined;
}

const keyOf = (resource: Resource, id: number) => ['workingCopy', resource.name, id];

/** The working copy of a record, or with `id` 0 the administrator's latest of a new one. */
export function useWorkingCopy(resource: Resource, id: number) {
  return useQuery({
    enabled: hasWorkingCopies(resource),
    queryKey: keyOf(resource, id),
    queryFn: async ({ signal }): Promise<FoundCopy> => {
      const reply = await http.call(getWorkingCopy, { entity: resource.name, id }, signal);
      return { ...reply, copy: reply.copies?.[0] };
    },
    // The parts of a form share what it read, and the next form reads it anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Reads a record's working copy again, and its list, which says that there is one, but not of new records. */
export function useRereadCopy(resource: Resource, id: number): () => Promise<unknown> {
  const client = useQueryClient();
  const keys = [keyOf(resource, id), ...(id > 0 ? [[resource.name]] : [])];
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
