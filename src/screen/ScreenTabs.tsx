import { Box, Tab, Tabs } from '@mui/material';
import { useCanAccessResources, useGetResourceLabel } from 'ra-core';
import { Link } from 'react-router-dom';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import type { Resource } from '../declaration/resource.ts';
import { linkOf } from '../navigation/useMenuPlace.ts';

/** A tab for each entity of the screen, such as entries and their groups. */
export function ScreenTabs({ resource: { name, entity } }: { resource: Resource }) {
  const label = useGetResourceLabel();
  const beside = entityList.filter(({ screen }) => screen === entity.screen);
  const { canAccess } = useCanAccessResources({ action: 'list', resources: beside.map((each) => each.name) });
  const shown = beside.filter((each) => each.name === name || canAccess?.[each.name]);
  const title = label(beside[0]?.name ?? '', 2);
  return (
    <Box component="nav" aria-label={title}>
      <Tabs value={name} aria-label={title}>
        {shown.map((each) => (
          <Tab
            key={each.name}
            value={each.name}
            label={label(each.name, 2)}
            component={Link}
            to={linkOf(listPath(each))}
            aria-current={each.name === name ? 'page' : undefined}
          />
        ))}
      </Tabs>
    </Box>
  );
}
