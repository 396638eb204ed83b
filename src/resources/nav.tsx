import { Box, Link } from '@mui/material';
import { nav } from '../../contract/entities/nav.ts';
import { groupsBy, scopeFilterBy } from '../content/groupsBy.tsx';
import type { ShowProps } from '../declaration/common.ts';
import { resource } from '../declaration/resource.ts';
import { RefTitle } from '../fields/RefTitle.tsx';

export const navResource = resource(nav, {
  list: {
    columns: ['title', 'url', 'group_id', 'target', 'status', 'sort'],
    filters: ['status'],
    Aside: groupsBy('group_id'),
    useScopeFilter: scopeFilterBy('group_id'),
  },
  form: {
    tabs: {
      base: {
        main: ['title', 'en_title', 'group_id', 'pid', 'col_id', 'url'],
        side: ['org_img', 'status', 'target', 'nofollow', 'sort'],
      },
    },
  },
  record: { displays: { url: NavTarget } },
});

function NavTarget({ record }: ShowProps) {
  const url = String(record.url ?? '');
  return (
    <Box
      component="span"
      sx={{ display: 'block', maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {record.col_id ? <RefTitle entity="column" id={record.col_id} /> : <Address url={url} />}
    </Box>
  );
}

const Address = ({ url }: { url: string }) =>
  /^https?:/.test(url) ? (
    <Link href={url} target="_blank" rel="noreferrer" underline="hover" title={url}>
      {url}
    </Link>
  ) : (
    <span title={url}>{url}</span>
  );
