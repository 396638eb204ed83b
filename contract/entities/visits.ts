import { get } from '../call.ts';
import { log } from '../entity.ts';
import { choice, int, ref, text } from '../fields.ts';
import { modelNames } from '../models.ts';

/** What a user did with one content; name and title are kept as they were then. */
const fields = {
  username: text(32, { computed: true, search: true }),
  user_id: ref('user', { computed: true, filter: true }),
  title: text(200, { computed: true, search: true }),
  model: choice(modelNames, { computed: true, filter: true }),
  col_id: ref('column', { computed: true, filter: true }),
  content_id: int({ computed: true }),
} as const;

/** Contents that users have looked at. */
export const history = log('history', {
  title: '浏览记录',
  screen: '/history_list',
  menu: { group: 'users', icon: 'history' },
  label: 'title',
  fields,
  calls: { list: get('base.User/historyList') },
});

/** Contents that users have put among their own. */
export const collect = log('collect', {
  title: '收藏记录',
  screen: '/collect_list',
  menu: { group: 'users', icon: 'star' },
  label: 'title',
  fields,
  calls: { list: get('base.User/collectList') },
});

/** Files that users have downloaded. */
export const downRecord = log('down_record', {
  title: '下载记录',
  screen: '/down_list',
  menu: { group: 'users', icon: 'down' },
  label: 'title',
  fields,
  calls: { list: get('base.User/downList') },
});
