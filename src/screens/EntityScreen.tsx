import { ResourceContextProvider, useCanAccess } from 'ra-core';
import { ruleOf } from '../../contract/index.ts';
import type { Resource } from '../resource.ts';
import { EntityList } from './EntityList.tsx';
import { Forbidden } from './faces.tsx';

/** The list of a resource, with its panel over it at `/<id>` and `/create`; or what one lacks to see it. */
export function EntityScreen({ resource }: { resource: Resource }) {
  const { canAccess, isPending } = useCanAccess({ resource: resource.name, action: 'list' });
  const list = resource.entity.calls.list;
  if (isPending) return null;
  if (!canAccess) return <Forbidden rule={(list && ruleOf(list)) ?? ''} />;
  return (
    <ResourceContextProvider value={resource.name}>
      <EntityList key={resource.name} resource={resource} />
    </ResourceContextProvider>
  );
}
