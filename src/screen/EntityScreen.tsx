import { ResourceContextProvider, useGetResourceLabel, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { ScreenAccess } from '../auth/Forbidden.tsx';
import { useIdentity } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { LockReasonContext, lockReasonOf, SilencedCallsContext } from '../declaration/resourceContext.ts';
import { sizes } from '../theme/index.ts';
import { usePageTitle } from '../ui/pageTitle.ts';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { EntityList } from './EntityList.tsx';

/** The list of a resource, with its panel over it at `/<id>` and `/create`; or what one lacks to see it. */
export function EntityScreen({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const me = useIdentity();
  const kept = useMemo(() => lockReasonOf(resource, me), [resource, me]);
  const label = useGetResourceLabel()(resource.name, 2);
  const { menu, model, screen, sub } = resource.entity;
  const own = menu?.title ? translate(menu.title) : label;
  const titled = translate(`titles.${screen.slice(1)}`, { _: own });
  // Several models share a screen, and what stands beside a screen's own list has its own name.
  usePageTitle(sub ? own : model ? `${titled} - ${own}` : titled);
  return (
    <ScreenAccess resource={resource.name} loading={<SkeletonRows height={sizes.row} />}>
      <ResourceContextProvider value={resource.name}>
        <LockReasonContext value={kept}>
          <SilencedCallsContext value={resource.record.silent}>
            <EntityList key={resource.name} resource={resource} />
          </SilencedCallsContext>
        </LockReasonContext>
      </ResourceContextProvider>
    </ScreenAccess>
  );
}
