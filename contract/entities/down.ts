import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { files, text } from '../fields.ts';
import { contentEntity, contentFields, contentList } from './content.ts';

export const down = entity('down', {
  title: '下载',
  ...contentEntity('down'),
  fields: {
    ...contentFields('down'),
    files: files({ required: true, public: true }),
    soft_version: text(60, { public: true }),
    platform: text(60, { public: true }),
  },
  calls: {
    list: contentList('down'),
    create: post('base.content/addDown'),
    update: post('base.content/editDown'),
    delete: get('base.content/deleteDown'),
  },
});
