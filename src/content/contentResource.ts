import type { Entity } from '../../contract/entity.ts';
import type { Model } from '../../contract/models.ts';
import { type Declaration, type Resource, resource, type Tab } from '../declaration/resource.ts';
import { useFirstColumn } from '../declaration/useTopMenu.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { ColumnTitle } from './ColumnTitle.tsx';
import { ContentColumns } from './ContentColumns.tsx';
import { ContentStateChip } from './ContentStateChip.tsx';
import { EmptyColumn } from './EmptyColumn.tsx';
import { StatusInput } from './StatusInput.tsx';
import { useContentScope } from './useContentScope.ts';

interface Own<F extends string> extends Partial<Declaration<F>> {
  /** What the list shows between the picture and the flags; less of what all models have then. */
  columns?: F[];
  /** Tabs of the model's own, right after the first one. */
  tabs?: Record<string, Tab<F>>;
}

const TimeRange = lazyComponent(() => import('../list/TimeRange.tsx').then((module) => module.TimeRange));
const flags = ['is_top', 'is_recommend', 'is_hot'];

/** The screens of a content model: what all of them have, and what is the model's own. */
export function contentResource<E extends Entity>(
  entity: E,
  { columns = [], tabs, ...own }: Own<Extract<keyof E['fields'], string>> = {},
): Resource {
  const isThere = (name: string) => name in entity.fields && !entity.fields[name]?.computed;
  return resource<Entity>(entity, {
    list: [
      'title',
      'org_img',
      // The columns stand beside the list, so that its room is for what is the model's own.
      ...(columns.length > 0 ? columns : ['column_title']),
      ...['is_top', 'is_recommend'].filter(isThere).slice(0, columns.length > 0 ? 1 : 2),
      'status',
      ...(columns.length > 0 ? [] : ['views']),
      'publish_time',
    ],
    ...(entity.dated && { Filters: TimeRange }),
    filters: ['state', ...flags.filter(isThere)],
    form: {
      base: {
        main: ['title', 'subtitle', 'description', 'tags', 'author', 'source', 'jump_url'],
        side: [
          ...['col_id', 'category_id'].filter(isThere),
          'org_img',
          'status',
          'publish_time',
          'expire_time',
          ...flags.filter(isThere),
          'sort',
          'views',
        ],
      },
      ...tabs,
      content: { main: ['content'] },
      params: { main: ['params'] },
      seo: { main: ['seo_title', 'keywords'] },
    },
    ...(isThere('status') && { footerField: 'status' }),
    useDefaultFilter: () => useFirstColumn(entity.model as Model),
    Aside: ContentColumns,
    useScopeFilter: useContentScope,
    Empty: EmptyColumn,
    ...(own as Partial<Declaration<string>>),
    listFields: { column_title: ColumnTitle, status: ContentStateChip, ...own.listFields },
    inputs: { status: StatusInput, ...own.inputs },
  });
}
