import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { flag, image, int, ref, text, time } from '../fields.ts';

export const ad = entity('ad', {
  title: '广告',
  screen: '/advertise',
  menu: { group: 'site', icon: 'ad', title: 'menu.ads' },
  label: 'title',
  recycle: true,
  maxRecords: { count: 200, per: 'group_id' },
  fields: {
    title: text(60, { required: true, search: 'spelled', sortable: true, public: true }),
    group_id: ref('ad_group', { required: true, filter: true }),
    subtitle: text(200, { public: true }),
    org_img: image({ required: true, public: true }),
    mobile_img: image({ public: true }),
    url: text(500, { link: true, public: true }),
    target: flag({ public: true }),
    intro: text(500, { public: true }),
    start_time: time({ sortable: true }),
    end_time: time({ sortable: true }),
    status: flag({ default: 1, filter: true }),
    clicks: int({ required: true, computed: true, sortable: true }),
    live: flag({ computed: true, virtual: true }),
  },
  checks: [
    {
      fields: ['end_time', 'start_time'],
      problem: ({ start_time, end_time }) =>
        start_time && end_time && String(end_time) <= String(start_time) ? { key: 'field_not_after' } : undefined,
    },
  ],
  calls: {
    list: get('base.base/getAdList'),
    create: post('base.base/addAd'),
    update: post('base.base/editAd'),
    delete: post('base.base/deleteAd'),
  },
});
