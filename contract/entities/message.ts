import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { flag, int, json, longtext, ref, text, time } from '../fields.ts';
import { contentList } from './content.ts';

/** Sent through a form of the site; only the site creates messages. `data` has the column's own parameters. */
export const message = entity('message', {
  title: '留言',
  screen: '/content',
  menu: { group: 'content', icon: 'message' },
  label: 'name',
  model: 'message',
  recycle: true,
  newestFirst: true,
  dated: 'create_time',
  fields: {
    col_id: ref('column', { computed: true, filter: true }),
    name: text(60, { computed: true, search: 'spelled' }),
    mobile: text(30, { computed: true, search: true }),
    email: text(120, { computed: true, search: true }),
    content: longtext({ computed: true, search: true }),
    ip: text(60, { computed: true }),
    device: text(60, { computed: true }),
    data: json<Record<string, unknown>>()({ computed: true }),
    is_read: flag({ filter: true }),
    is_star: flag({ filter: true }),
    reply: longtext({ max: 20_000 }),
    reply_admin_id: int({ computed: true, entity: 'admin', hiddenWith: 'reply' }),
    reply_time: time({ computed: true, hiddenWith: 'reply' }),
    column_title: text(60, { computed: true, virtual: true }),
  },
  calls: {
    list: contentList('message'),
    update: post('base.content/editMessage', { extension: 'editMessage' }),
    delete: get('base.content/deleteForm'),
  },
});
