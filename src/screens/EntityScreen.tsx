import { ResourceContextProvider, useCanAccess, useGetResourceLabel } from 'ra-core';
import { useMemo } from 'react';
import { usePageTitle } from '../layout/pageTitle.ts';
import { useIdentity } from '../layout/useMenu.ts';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';
import { EntityList } from './EntityList.tsx';
import { Failed } from './faces/Failed.tsx';
import { Forbidden } from './faces/Forbidden.tsx';
import { SkeletonRows } from './faces/SkeletonRows.tsx';
import { ToHome } from './faces/ToHome.tsx';
import { KeptContext, keptOf } from './kept.ts';

/** The list of a resource, with its panel over it at `/<id>` and `/create`; or what one lacks to see it. */
export function EntityScreen({ resource }: { resource: Resource }) {
  const { canAccess, isPending, error, refetch } = useCanAccess({ resource: resource.name, action: 'list' });
  const me = useIdentity();
  const kept = useMemo(() => keptOf(resource, me), [resource, me]);
  usePageTitle(useGetResourceLabel()(resource.name, 2));
  if (isPending) return <SkeletonRows height={sizes.row} />;
  if (error && !canAccess) return <Failed error={error} onRetry={refetch} />;
  if (!canAccess)
    return (
      <Forbidden resource={resource.name} action="list">
        <ToHome />
      </Forbidden>
    );
  return (
    <ResourceContextProvider value={resource.name}>
      <KeptContext value={kept}>
        <EntityList key={resource.name} resource={resource} />
      </KeptContext>
    </ResourceContextProvider>
  );
}
