import { post } from '../call.ts';
import { listRule } from '../calls/content.ts';
import { times } from '../entity.ts';
import { choice, flag, html, image, int, params, ref, slug, text, time } from '../fields.ts';
import { type Model, modelNames } from '../models.ts';

/**
 * `status` tells drafts (0) and records in review (2) from published ones (1); `publish_time` and `expire_time` limit
 * when those are visible.
 */
const contentStates = ['draft', 'review', 'scheduled', 'published', 'expired'] as const;
export type ContentState = (typeof contentStates)[number];

export const recordFields = {
  category_id: ref('category', { filter: true, includesDescendants: true, match: { cid: 'col_id' }, public: true }),
  title: text(200, { required: true, search: 'spelled', sortable: true, public: true }),
  subtitle: text(200, { public: true }),
  org_img: image({ public: true }),
  tags: text(200, { tags: true, search: true, public: true }),
  author: text(60, { public: true }),
  source: text(60, { public: true }),
  description: text(500, { public: true }),
  content: html({ heavy: true, public: true }),
  seo_title: text(200, { public: true }),
  keywords: text(200, { public: true }),
  share_img: image({ extension: 'seo', public: true }),
  jump_url: text(500, { link: true, public: true }),
  views: int({ counter: true, default: 0, min: 0, sortable: true, public: true }),
  publish_time: time({ default: 'now', sortable: true, public: true }),
  expire_time: time({ atLeast: 'publish_time', public: true }),
  /** New records are drafts, so that nothing is published by accident. */
  status: choice([0, 1, 2], { default: 0, filter: true }),
  state: choice(contentStates, { computed: true, virtual: true, filter: true }),
  /** Whether the record is published and has changes that are not. */
  has_changes: flag({ computed: true, virtual: true, filter: true }),
  params: params({ public: true }),
  admin_id: int({ computed: true, entity: 'admin' }),
  column_title: text(60, { computed: true, virtual: true, public: true }),
} as const;

export function contentFields<const M extends Model>(model: M) {
  return {
    col_id: ref('column', { required: true, filter: true, includesDescendants: true, where: { model }, public: true }),
    ...recordFields,
    /** A single page is addressed by its column's `url_name`. */
    slug: slug('title', { unique: ['col_id'], redirects: true, extension: 'seo', public: true }),
    is_top: flag({ filter: true, public: true }),
    is_recommend: flag({ filter: true, public: true }),
    is_hot: flag({ filter: true, public: true }),
  } as const;
}

/** Returns what all content models declare alike. */
export const contentEntity = <const M extends Model>(model: M) =>
  ({
    screen: '/content',
    menu: { group: 'content', icon: model },
    label: 'title',
    model,
    recycle: true,
    newestFirst: true,
    pinned: 'is_top',
    dated: 'publish_time',
  }) as const;

export const contentListCall = post('base.content/getContentList', {
  title: '内容列表',
  ...listRule,
  // `id` is the column's id, or 0 for all columns.
  params: { id: ref('column'), model: choice(modelNames, { required: true }), ...times },
});

export const contentList = (model: Model) => ({
  ...contentListCall,
  with: { model, id: 0, searchKey: '' },
  rename: { col_id: 'id' },
  named: ['id', 'searchKey'],
});
