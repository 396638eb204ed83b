import { get } from '../call.ts';
import { type IconName, log } from '../entity.ts';
import { choice, int, ref, text } from '../fields.ts';
import { modelNames } from '../models.ts';

/** A row tells that a user did something with one content. Name and title are copies from that time. */
const fields = {
  username: text(32, { computed: true, search: 'spelled' }),
  user_id: ref('user', { computed: true, filter: true }),
  title: text(200, { computed: true, search: 'spelled' }),
  model: choice(modelNames, { computed: true, filter: true }),
  col_id: ref('column', { computed: true, filter: true }),
  content_id: int({ computed: true }),
} as const;

interface Own {
  title: string;
  screen: string;
  icon: IconName;
}
const visits = <const N extends string, const P extends string>(name: N, path: P, { icon, ...own }: Own) =>
  log(name, { ...own, menu: { group: 'users', icon }, label: 'title', fields, calls: { list: get(path) } });

export const history = visits('history', 'base.User/historyList', {
  title: '浏览记录',
  screen: '/history_list',
  icon: 'history',
});

export const collect = visits('collect', 'base.User/collectList', {
  title: '收藏记录',
  screen: '/collect_list',
  icon: 'star',
});

export const downRecord = visits('down_record', 'base.User/downList', {
  title: '下载记录',
  screen: '/down_list',
  icon: 'down',
});
