import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { choice, flag, image, slug, text } from '../fields.ts';

export const templateTypes = ['home', 'list', 'detail', 'single'] as const;
export const templateDevices = ['pc', 'mobile'] as const;

/** A file in the template folder, described by its manifest (docs/templates.md). */
export const template = entity('template', {
  title: '模板',
  screen: '/tempIndex',
  menu: { group: 'system', icon: 'template', title: 'titles.tempIndex' },
  label: 'title',
  unsearched: true,
  fields: {
    title: text(60, { required: true }),
    ident: { ...slug('title'), computed: true },
    type: choice(templateTypes, { computed: true }),
    /** The content model that it displays; empty for a home page. */
    model: text(20, { computed: true }),
    device: choice(templateDevices, { computed: true }),
    /** Relative to the template folder. */
    path: text(200, { computed: true }),
    thumb: image(),
    /** The site uses this template unless a column names another. One for each type, model and device. */
    is_use: flag({ computed: true }),
    found: flag({ computed: true }),
  },
  calls: {
    list: get('base.Config/tempList', { whole: true }),
    update: post('base.Config/saveTemplate', { extension: 'config' }),
  },
});
