import { Link } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { admin } from '../../contract/entities/admin.ts';
import { narrowedPath } from '../../contract/paths.ts';
import { useMay } from '../auth/useMay.ts';
import type { ShowProps } from '../declaration/common.ts';
import { basename, features } from '../services/services.ts';

export function AdminsOfRole({ record, name }: ShowProps) {
  const translate = useTranslate();
  const mayList = useMay(admin.name, 'list');
  const n = record[name];
  if (!n || !mayList || !features.has('filtering')) return <>{n ?? ''}</>;
  return (
    <Link
      component={RouterLink}
      to={`${basename}${narrowedPath(admin, { groupId: record.id })}`}
      aria-label={translate('access.adminsOf', { title: record.title, n })}
    >
      {n}
    </Link>
  );
}
