import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { user } from '../../contract/entities/user.ts';
import { listPath } from '../../contract/paths.ts';
import type { ShowProps } from '../fields/shows.tsx';
import { linkOf } from '../layout/useMenuPlace.ts';
import { useMayOpen } from '../screens/useMayOpen.ts';

/** Who visited, with a link to that user for those who may open it. */
export function VisitorName({ name, record }: ShowProps) {
  const mayOpen = useMayOpen(user.name);
  if (!record.user_id) return <>{record[name]}</>;
  const title = record[name] || `#${record.user_id}`;
  if (!mayOpen) return <>{title}</>;
  return (
    <Link component={RouterLink} to={`${linkOf(listPath(user))}/${record.user_id}`} underline="hover">
      {title}
    </Link>
  );
}
