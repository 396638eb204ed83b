import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import type { Returned } from '../../../contract/call.ts';
import { getWorkingCopy, type WorkingCopy } from '../../../contract/calls/publishing.ts';
import { hasWorkingCopies } from '../../declaration/knownFields.ts';
import type { Resource } from '../../declaration/resource.ts';
import { copyOf } from '../../navigation/useListLink.ts';
import { http } from '../../services/services.ts';

export interface FoundCopy extends Omit<Returned<typeof getWorkingCopy>, 'copies'> {
  copy: WorkingCopy | undefined;
}

const keyOf = (resource: Resource, id: number) => ['workingCopy', resource.name, id];

/** The working copy of a record, or with `id` 0 the one that the address continues, else the administrator's latest of a new record. */
export function useWorkingCopy(resource: Resource, id: number) {
  const chosen = useChosenCopy();
  const copy = id === 0 ? chosen : undefined;
  return useQuery({
    enabled: hasWorkingCopies(resource),
    queryKey: [...keyOf(resource, id), copy],
    queryFn: async ({ signal }): Promise<FoundCopy> => {
      const about = { entity: resource.name, id, ...(copy && { copy }) };
      const reply = await http.call(getWorkingCopy, about, signal);
      return { ...reply, copy: reply.copies?.[0] };
    },
    // The parts of a form share what it read, and the next form reads it anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** The id of the working copy of a new record that the address continues. */
export const useChosenCopy = () => copyOf(useLocation());

/** Reads a record's working copy again, and its list, which says that there is one, and shows the new records that were begun. */
export function useRereadCopy(resource: Resource, id: number): () => Promise<unknown> {
  const client = useQueryClient();
  const keys = [keyOf(resource, id), id > 0 ? [resource.name] : [resource.name, 'getList']];
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
