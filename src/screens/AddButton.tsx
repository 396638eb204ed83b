import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useCanAccess, useListContext, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Resource } from '../resource.ts';
import { signAlone } from './signAlone.ts';
import { useListLink } from './useListLink.ts';
import { useName } from './useName.ts';
import { useHasNoColumn } from './useTopMenu.ts';

interface Props {
  resource: Resource;
  /** On a phone its sign alone is seen. */
  isShort?: boolean;
}

/** Leads to the form of a new record, for those who may write one where there is a place for it. */
export function AddButton({ resource, isShort = false }: Props) {
  const translate = useTranslate();
  const name = useName(resource);
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' });
  const { filterValues } = useListContext();
  const linkTo = useListLink(resource);
  const hasNoColumn = useHasNoColumn(resource);
  if (!resource.entity.calls.create || !canAccess || hasNoColumn) return null;
  const { entity, scope } = resource;
  // The column that is listed is the one to write in.
  const given = Object.entries(filterValues).filter(
    ([name, value]) => value && (entity.fields[name]?.kind === 'ref' || scope?.includes(name)),
  );
  return (
    <Button
      component={Link}
      to={linkTo('create')}
      state={{ given: Object.fromEntries(given) }}
      variant="contained"
      startIcon={<Add />}
      sx={isShort ? signAlone : undefined}
    >
      <span>{translate('list.add', { name })}</span>
    </Button>
  );
}
