import { ResourceContextProvider, useCanAccess, useGetResourceLabel } from 'ra-core';
import { usePageTitle } from '../layout/pageTitle.ts';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';
import { EntityList } from './EntityList.tsx';
import { Failed } from './faces/Failed.tsx';
import { Forbidden } from './faces/Forbidden.tsx';
import { SkeletonRows } from './faces/SkeletonRows.tsx';
import { ToHome } from './faces/ToHome.tsx';

/** The list of a resource, with its panel over it at `/<id>` and `/create`; or what one lacks to see it. */
export function EntityScreen({ resource }: { resource: Resource }) {
  const { canAccess, isPending, error, refetch } = useCanAccess({ resource: resource.name, action: 'list' });
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
      <EntityList key={resource.name} resource={resource} />
    </ResourceContextProvider>
  );
}
