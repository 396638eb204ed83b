import { nav } from '../../contract/entities/nav.ts';
import { groupsBy } from '../content/groupsBy.tsx';
import { NavTarget } from '../content/NavTarget.tsx';
import { scopeFilterBy } from '../content/scopeFilterBy.ts';
import { resource } from '../declaration/resource.ts';

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
