import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { int, slug, text } from '../fields.ts';

/** A place for advertisements on the site, with the picture size in pixels that it needs. */
export const adGroup = entity('ad_group', {
  title: '广告位',
  screen: '/advertise',
  sub: 'group',
  label: 'title',
  maxRecords: { count: 200 },
  fields: {
    title: text(60, { required: true }),
    ident: slug('title'),
    width: int({ min: 0 }),
    height: int({ min: 0 }),
    intro: text(500),
  },
  calls: {
    list: get('base.base/getAdGroup', { whole: true }),
    create: post('base.base/addAdGroup'),
    update: post('base.base/editAdGroup'),
    delete: post('base.base/deleteAdGroup'),
  },
});
