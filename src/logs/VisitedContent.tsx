import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import type { ShowProps } from '../fields/shows.tsx';
import { linkOf } from '../layout/useMenuPlace.ts';

/** The number of the content that somebody visited, with a link to it. */
export function VisitedContent({ name, record }: ShowProps) {
  const content = entityList.find(({ model }) => model !== undefined && model === record.model);
  const id = record[name];
  if (!id) return null;
  if (!content) return <>{id}</>;
  return (
    <Link component={RouterLink} to={`${linkOf(listPath(content))}/${id}`} underline="hover">
      {`#${id}`}
    </Link>
  );
}
