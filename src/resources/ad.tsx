import { ad } from '../../contract/entities/ad.ts';
import { resource } from '../resource.ts';
import { AdState } from '../screens/AdState.tsx';
import { groupsBy } from '../screens/groupsBy.tsx';
import { placeBy } from '../screens/placeBy.ts';

export const adResource = resource(ad, {
  list: ['title', 'org_img', 'live', 'group_id', 'start_time', 'end_time', 'clicks', 'status', 'sort'],
  filters: ['status'],
  form: {
    base: {
      main: ['title', 'subtitle', 'group_id', 'url', 'intro'],
      side: ['org_img', 'mobile_img', 'start_time', 'end_time', 'status', 'target', 'sort'],
    },
  },
  shows: { live: AdState },
  Aside: groupsBy('group_id'),
  usePlace: placeBy('group_id'),
});
