import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useCanAccess, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Resource } from '../declaration/resource.ts';
import { useName } from '../declaration/useFieldLabel.ts';
import { useHasNoColumn } from '../fields/useCreatable.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { iconOnlyOnPhone } from '../ui/responsive.ts';

interface Props {
  resource: Resource;
  /** On a phone only the icon is shown. */
  isShort?: boolean;
}

/** Absent without the right to create a record, or without a column for it. */
export function AddButton({ resource, isShort = false }: Props) {
  const translate = useTranslate();
  const name = useName(resource);
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' });
  const linkTo = useListLink(resource);
  const hasNoColumn = useHasNoColumn(resource);
  if (!resource.entity.calls.create || !canAccess || hasNoColumn) return null;
  return (
    <Button
      component={Link}
      to={linkTo('create')}
      variant="contained"
      startIcon={<Add />}
      sx={isShort ? iconOnlyOnPhone : undefined}
    >
      <span>{translate('list.add', { name })}</span>
    </Button>
  );
}
