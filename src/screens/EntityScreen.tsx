import { ResourceContextProvider, useGetResourceLabel, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { usePageTitle } from '../layout/pageTitle.ts';
import { useIdentity } from '../layout/useMenu.ts';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';
import { EntityList } from './EntityList.tsx';
import { SkeletonRows } from './faces/SkeletonRows.tsx';
import { KeptContext, keptOf } from './kept.ts';
import { Permitted } from './Permitted.tsx';

/** The list of a resource, with its panel over it at `/<id>` and `/create`; or what one lacks to see it. */
export function EntityScreen({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const me = useIdentity();
  const kept = useMemo(() => keptOf(resource, me), [resource, me]);
  const label = useGetResourceLabel()(resource.name, 2);
  const { title } = resource.entity.menu ?? {};
  usePageTitle(title ? translate(title) : label);
  return (
    <Permitted resource={resource.name} waiting={<SkeletonRows height={sizes.row} />}>
      <ResourceContextProvider value={resource.name}>
        <KeptContext value={kept}>
          <EntityList key={resource.name} resource={resource} />
        </KeptContext>
      </ResourceContextProvider>
    </Permitted>
  );
}
