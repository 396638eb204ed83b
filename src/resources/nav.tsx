import { nav } from '../../contract/entities/nav.ts';
import { resource } from '../resource.ts';
import { groupsBy } from '../screens/groupsBy.tsx';
import { NavTarget } from '../screens/NavTarget.tsx';
import { placeBy } from '../screens/placeBy.ts';

export const navResource = resource(nav, {
  list: ['title', 'url', 'group_id', 'target', 'status', 'sort'],
  filters: ['status'],
  form: {
    base: {
      main: ['title', 'en_title', 'group_id', 'pid', 'col_id', 'url'],
      side: ['org_img', 'status', 'target', 'nofollow', 'sort'],
    },
  },
  shows: { url: NavTarget },
  Aside: groupsBy('group_id'),
  usePlace: placeBy('group_id'),
});
