import { Tab, Tabs } from '@mui/material';
import { CanAccess, useGetResourceLabel } from 'ra-core';
import { Link } from 'react-router-dom';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { linkOf } from '../layout/useMenuPlace.ts';
import type { Resource } from '../resource.ts';

/** The entities that share a screen and are no content models, such as entries and their groups: one tab each. */
export function ScreenTabs({ resource: { name, entity } }: { resource: Resource }) {
  const label = useGetResourceLabel();
  const beside = entityList.filter(({ screen }) => screen === entity.screen);
  if (beside.length === 1 || beside.some(({ model }) => model)) return null;
  return (
    <Tabs value={name} component="nav" aria-label={label(beside[0]?.name ?? '', 2)} sx={{ minHeight: 0 }}>
      {beside.map((each) => (
        <CanAccess key={each.name} resource={each.name} action="list">
          <Tab value={each.name} label={label(each.name, 2)} component={Link} to={linkOf(listPath(each))} />
        </CanAccess>
      ))}
    </Tabs>
  );
}
