import { nav } from '../../contract/entities/nav.ts';
import { resource } from '../resource.ts';

export const navResource = resource(nav, {
  list: ['title', 'group_id', 'col_id', 'url', 'status', 'sort'],
  filters: ['group_id', 'status'],
  form: {
    base: {
      main: ['title', 'en_title', 'group_id', 'pid', 'col_id', 'url'],
      side: ['org_img', 'status', 'target', 'nofollow', 'sort'],
    },
  },
});
