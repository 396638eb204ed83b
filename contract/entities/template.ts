import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { choice, flag, image, slug, text } from '../fields.ts';

export const templateTypes = ['home', 'list', 'detail', 'single'] as const;
export const templateDevices = ['pc', 'mobile'] as const;

/**
 * A page of the public site that its operator put into the folder of templates. What it is stands in the manifest
 * beside it (docs/templates.md); its name, picture and place among the others are the operator's.
 */
export const template = entity('template', {
  title: '模板',
  screen: '/tempIndex',
  menu: { group: 'system', icon: 'template' },
  label: 'title',
  unsearched: true,
  fields: {
    title: text(60, { required: true }),
    ident: { ...slug('title'), computed: true },
    type: choice(templateTypes, { computed: true }),
    /** The content model that it shows; empty of a home page. */
    model: text(20, { computed: true }),
    device: choice(templateDevices, { computed: true }),
    /** Below the folder of templates. */
    path: text(200, { computed: true }),
    thumb: image(),
    /** The site uses it where a column names no other: one of each type, model and device. */
    is_use: flag({ computed: true }),
    /** Its file is there. */
    found: flag({ computed: true }),
  },
  calls: {
    list: get('base.Config/tempList', { whole: true }),
    update: post('base.Config/saveTemplate', { extension: 'config' }),
  },
});
