import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { user } from '../../contract/entities/user.ts';
import { listPath } from '../../contract/paths.ts';
import type { ShowProps } from '../fields/shows.tsx';
import { linkOf } from '../layout/useMenuPlace.ts';

/** Who visited, with a link to that user. */
export function VisitorName({ name, record }: ShowProps) {
  if (!record.user_id) return <>{record[name]}</>;
  return (
    <Link component={RouterLink} to={`${linkOf(listPath(user))}/${record.user_id}`} underline="hover">
      {record[name] || `#${record.user_id}`}
    </Link>
  );
}
