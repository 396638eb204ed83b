import { ad } from '../../contract/entities/ad.ts';
import { resource } from '../resource.ts';

export const adResource = resource(ad, {
  list: ['title', 'org_img', 'group_id', 'live', 'start_time', 'end_time', 'clicks', 'status', 'sort'],
  filters: ['group_id', 'status'],
  form: {
    base: {
      main: ['title', 'subtitle', 'group_id', 'url', 'intro'],
      side: ['org_img', 'mobile_img', 'start_time', 'end_time', 'status', 'target', 'sort'],
    },
  },
});
