import { Link } from '@mui/material';
import type { RaRecord } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { user } from '../../contract/entities/user.ts';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { useCanOpen } from '../auth/useMay.ts';
import type { ShowProps } from '../declaration/common.ts';
import { linkOf } from '../navigation/useMenuPlace.ts';

export function VisitedContent({ name, record }: ShowProps) {
  const path = useContentPath(record);
  if (!path) return <>{record[name]}</>;
  return (
    <Link component={RouterLink} to={path} underline="hover">
      {`#${record[name]}`}
    </Link>
  );
}

/** The link to a visited content; undefined where the administrator may not open it. */
export function useContentPath({ model, content_id }: RaRecord): string | undefined {
  const content = entityList.find((each) => each.model !== undefined && each.model === model);
  const mayOpen = useCanOpen(content?.name ?? '');
  return content && content_id && mayOpen ? `${linkOf(listPath(content))}/${content_id}` : undefined;
}

export function VisitorName({ name, record }: ShowProps) {
  const mayOpen = useCanOpen(user.name);
  if (!record.user_id) return <>{record[name]}</>;
  const title = record[name] || `#${record.user_id}`;
  if (!mayOpen) return <>{title}</>;
  return (
    <Link component={RouterLink} to={`${linkOf(listPath(user))}/${record.user_id}`} underline="hover">
      {title}
    </Link>
  );
}
