import Category from '@mui/icons-material/CategoryOutlined';
import Tune from '@mui/icons-material/Tune';
import { Button } from '@mui/material';
import { useGetResourceLabel } from 'ra-core';
import { Link } from 'react-router-dom';
import { category } from '../../contract/entities/category.ts';
import { contentParam } from '../../contract/entities/contentParam.ts';
import type { Entity } from '../../contract/entity.ts';
import { listPath } from '../../contract/paths.ts';
import { linkOf } from '../layout/useMenuPlace.ts';
import { useMay } from './useMay.ts';

const managed: { entity: Pick<Entity, 'name' | 'screen' | 'sub'>; Icon: typeof Tune }[] = [
  { entity: category, Icon: Category },
  { entity: contentParam, Icon: Tune },
];

/** To the categories and content parameters of a column. */
export function ColumnLinks({ column }: { column: number }) {
  return managed.map(({ entity, Icon }) => (
    <ColumnLink key={entity.name} entity={entity} Icon={Icon} column={column} />
  ));
}

function ColumnLink({ entity, Icon, column }: (typeof managed)[number] & { column: number }) {
  const label = useGetResourceLabel();
  if (!useMay(entity.name, 'list')) return null;
  const filter = encodeURIComponent(JSON.stringify({ cid: column }));
  return (
    <Button
      size="small"
      component={Link}
      to={`${linkOf(listPath(entity))}?filter=${filter}`}
      startIcon={<Icon />}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {label(entity.name, 2)}
    </Button>
  );
}
