import { ResourceContextProvider, useGetResourceLabel, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { ScreenAccess } from '../auth/Forbidden.tsx';
import { useIdentity } from '../auth/useMay.ts';
import { limitedResource } from '../declaration/limitedResource.ts';
import type { Resource } from '../declaration/resource.ts';
import { LockReasonContext, lockReasonOf, SilencedCallsContext } from '../declaration/resourceContext.ts';
import { sizes } from '../theme/index.ts';
import { usePageTitle } from '../ui/pageTitle.ts';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { EntityList } from './EntityList.tsx';

/** The list of a resource, with its panel over it at `/<id>` and `/create`; without the right to it, a notice. */
export function EntityScreen({ resource: declared }: { resource: Resource }) {
  const translate = useTranslate();
  const me = useIdentity();
  const resource = useMemo(() => limitedResource(declared, me), [declared, me]);
  const lockReason = useMemo(() => lockReasonOf(resource, me), [resource, me]);
  const label = useGetResourceLabel()(resource.name, 2);
  const { menu, model, screen, sub } = resource.entity;
  const ownTitle = menu?.title ? translate(menu.title) : label;
  const titled = translate(`titles.${screen.slice(1)}`, { _: ownTitle });
  // Content models share a screen, and a screen's further lists have names of their own.
  usePageTitle(sub ? ownTitle : model ? `${titled} - ${ownTitle}` : titled);
  return (
    <ScreenAccess resource={resource.name} loading={<SkeletonRows height={sizes.row} />}>
      <ResourceContextProvider value={resource.name}>
        <LockReasonContext value={lockReason}>
          <SilencedCallsContext value={resource.record.silent}>
            <EntityList key={resource.name} resource={resource} />
          </SilencedCallsContext>
        </LockReasonContext>
      </ResourceContextProvider>
    </ScreenAccess>
  );
}
