import Category from '@mui/icons-material/CategoryOutlined';
import Tune from '@mui/icons-material/Tune';
import { Button } from '@mui/material';
import { useGetResourceLabel } from 'ra-core';
import { Link } from 'react-router-dom';
import { category } from '../../contract/entities/category.ts';
import { contentParam } from '../../contract/entities/contentParam.ts';
import type { Entity } from '../../contract/entity.ts';
import { narrowedPath } from '../../contract/paths.ts';
import { linkOf } from '../layout/useMenuPlace.ts';
import type { Resource } from '../resource.ts';
import { useMay } from './useMay.ts';

const managed: { entity: Pick<Entity, 'name' | 'screen' | 'sub'>; Icon: typeof Tune }[] = [
  { entity: category, Icon: Category },
  { entity: contentParam, Icon: Tune },
];

/** To the content parameters of a column, and to its categories where its contents have one. */
export function ColumnLinks({ resource, column }: { resource: Resource; column: number }) {
  const shown = managed.filter(({ entity }) => entity.name !== 'category' || resource.entity.fields.category_id);
  return shown.map(({ entity, Icon }) => <ColumnLink key={entity.name} entity={entity} Icon={Icon} column={column} />);
}

function ColumnLink({ entity, Icon, column }: (typeof managed)[number] & { column: number }) {
  const label = useGetResourceLabel();
  if (!useMay(entity.name, 'list')) return null;
  return (
    <Button
      size="small"
      component={Link}
      to={linkOf(narrowedPath(entity, { cid: column }))}
      startIcon={<Icon />}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {label(entity.name, 2)}
    </Button>
  );
}
