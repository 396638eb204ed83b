import { Link } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import type { RecentOperation } from '../../contract/calls/console.ts';
import { findEntity } from '../../contract/index.ts';
import { useCanOpen } from '../auth/useMay.ts';
import { resources } from '../resources/index.ts';
import { basename } from '../services/services.ts';

interface Props {
  operation: RecentOperation;
  isDeleted: boolean;
}

/** The record of an operation, with a link where the administrator may open it. */
export function OperationTarget({ operation, isDeleted }: Props) {
  const translate = useTranslate();
  const { target, target_id } = operation;
  const mayOpen = useCanOpen(target);
  if (!findEntity(target)) return null;
  const numbered = `${translate(`resources.${target}.name`, { smart_count: 1 })}${target_id ? ` ${target_id}` : ''}`;
  const name = operation.name || numbered;
  const resource = resources.find((each) => each.name === target);
  if (!resource || !target_id || isDeleted || !mayOpen) return <span>{name}</span>;
  return (
    <Link component={RouterLink} to={`${basename}${resource.path}/${target_id}`}>
      {name}
    </Link>
  );
}
