import { DialogContentText, Link } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { findEntity } from '../../contract/index.ts';
import { narrowedPath } from '../../contract/paths.ts';
import type { DeleteDialogProps } from '../declaration/resource.ts';
import { basename } from '../services/services.ts';

interface Props extends Pick<DeleteDialogProps, 'resource' | 'record'> {
  /** The number of dependent records, by entity. */
  holds: Record<string, number>;
}

/** The dependents of a record: a line for each entity, with a link to its list if that can be filtered by the record. */
export function DependentsList({ resource, record, holds }: Props) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  return Object.entries(holds).map(([name, n]) => {
    const line = translate('column.holdsLine', { name: label(name, n), n });
    const path = pathTo(name, resource.name, record.id);
    return (
      <DialogContentText key={name}>
        {path ? (
          <Link component={RouterLink} to={path}>
            {line}
          </Link>
        ) : (
          line
        )}
      </DialogContentText>
    );
  });
}

function pathTo(dependent: string, target: string, id: number): string | undefined {
  const entity = findEntity(dependent);
  if (!entity) return undefined;
  const field = Object.entries(entity.fields).find(
    ([, each]) => 'filter' in each && 'entity' in each && each.entity === target,
  );
  return field && `${basename}${narrowedPath(entity, { [field[0]]: id })}`;
}
