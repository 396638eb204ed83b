import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { ShowProps } from '../fields/shows.tsx';
import { usePathOfContent } from './usePathOfContent.ts';

/** The number of the content that somebody visited, with a link to it. */
export function VisitedContent({ name, record }: ShowProps) {
  const path = usePathOfContent(record);
  if (!path) return <>{record[name]}</>;
  return (
    <Link component={RouterLink} to={path} underline="hover">
      {`#${record[name]}`}
    </Link>
  );
}
