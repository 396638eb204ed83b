import { get, post } from '../call.ts';
import { optionsOfChoice } from '../contradictions.ts';
import { entity } from '../entity.ts';
import { choice, flag, int, longtext, ref, text } from '../fields.ts';
import { patterns } from '../formats.ts';

const save = post('base.content/addContentParams', { with: { cid: 0, sid: 0 }, madeUp: ['title', 'name'] });

export const paramTypes = [
  'text',
  'longtext',
  'html',
  'number',
  'choice',
  'choices',
  'flag',
  'image',
  'images',
  'file',
  'time',
] as const;

/** An extra field for the contents of one column, or of one single page if `sid` is set. */
export const contentParam = entity('content_param', {
  title: '内容参数',
  screen: '/content',
  sub: 'params',
  menu: { group: 'content', icon: 'params' },
  label: 'title',
  maxRecords: { count: 200, per: 'cid' },
  fields: {
    title: text(60, { required: true, public: true }),
    cid: ref('column', { required: true, filter: true }),
    sid: int({ default: 0, min: 0, filter: true }),
    name: text(40, { required: true, pattern: patterns.param, unique: ['cid', 'sid'], public: true }),
    type: choice(paramTypes, { default: 'text', public: true }),
    /** One option per line. */
    options: longtext({ max: 20_000, public: true }),
    value: longtext({ max: 20_000, public: true }),
    required: flag({ public: true }),
  },
  checks: [optionsOfChoice],
  calls: {
    list: post('base.content/getContentParams', {
      // Content forms read the parameters, because they show an input for each.
      orRule: '/content',
      whole: true,
      needs: 'cid',
      rename: { cid: 'col_id' },
      with: { col_id: 0, sid: 0 },
      params: { col_id: ref('column'), sid: int({ min: 0 }) },
    }),
    create: save,
    // An extension, because a back end that ignores `id` here would create another parameter (docs/contract.md, "Calls").
    update: { ...save, extension: 'editParams' },
    delete: get('base.content/deleteContentParams'),
  },
});
