import { Box } from '@mui/material';
import { useResourceContext, useTranslate } from 'ra-core';
import { Suspense } from 'react';
import { checkContent } from '../../contract/calls/check.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Model } from '../../contract/models.ts';
import { useMayCall } from '../auth/useMay.ts';
import type { ShowProps } from '../declaration/common.ts';
import { type Declaration, type Resource, resource } from '../declaration/resource.ts';
import { useFirstColumn } from '../declaration/useTopMenu.ts';
import { useContentState } from '../fields/contentState.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { listFields } from '../fields/listFields.tsx';
import { sizes } from '../theme/index.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { localTime } from '../utils/format.ts';
import { ContentColumns, useContentScope } from './ContentColumns.tsx';
import { EmptyColumn } from './EmptyColumn.tsx';

type Form<F extends string> = NonNullable<Declaration<F>['form']>;

/** A content model's own part of its declaration. Its `inputs` and `displays` join those that all models share. */
interface ModelDeclaration<F extends string> extends Pick<Declaration<F>, 'row' | 'record'> {
  /** Columns after the picture, to which some shared ones give way; tabs after the first one. */
  adds?: { columns?: F[]; tabs?: Form<F>['tabs'] };
  /** Replaces the shared columns, filters or tabs. */
  replaces?: { columns?: F[]; filters?: F[]; tabs?: Form<F>['tabs'] };
  list?: Omit<Declaration<F>['list'], 'columns' | 'filters'>;
  form?: Omit<Form<F>, 'tabs'>;
}

const TimeRange = lazyComponent(() => import('../list/TimeRange.tsx').then((module) => module.TimeRange));
const StatusInput = lazyInput(() => import('./contentInputs.tsx').then((module) => module.StatusInput), sizes.formRow);
const meteredInput = (name: 'MeteredTitle' | 'MeteredDescription') =>
  lazyInput(() => import('./meteredInputs.tsx').then((module) => module[name]), sizes.formRow);
const seoInputs = { seo_title: meteredInput('MeteredTitle'), description: meteredInput('MeteredDescription') };
const PublishCheck = lazyComponent(() => import('./PublishCheck.tsx').then((module) => module.PublishCheck));
const publishCheck = {
  label: 'check.title',
  useIsOffered: () => useMayCall()(checkContent),
  Panel: PublishCheck,
};
const SeoPreview = lazyComponent(() => import('./SeoPreview.tsx').then((module) => module.SeoPreview));
const TagsInput = lazyInput(
  () => withTexts(import('./TagsInput.tsx').then((module) => module.TagsInput)),
  sizes.formRow,
);
const flags = ['is_top', 'is_recommend', 'is_hot'];

export function contentResource<E extends Entity>(
  entity: E,
  declaration: ModelDeclaration<Extract<keyof E['fields'], string>> = {},
): Resource {
  const { adds = {}, replaces = {}, list, form, row, record } = declaration as ModelDeclaration<string>;
  const isStored = (name: string) => name in entity.fields && !entity.fields[name]?.computed;
  const added = adds.columns ?? [];
  const columns = [
    'title',
    'org_img',
    // The site's columns are shown beside the list, so the table has room for the model's own fields.
    ...(added.length > 0 ? added : ['column_title']),
    ...['is_top', 'is_recommend'].filter(isStored).slice(0, added.length > 0 ? 1 : 2),
    'status',
    ...(added.length > 0 ? [] : ['views']),
    'publish_time',
  ];
  const tabs: Form<string>['tabs'] = {
    base: {
      main: ['title', 'subtitle', 'description', 'tags', 'author', 'source', 'jump_url'],
      side: [
        ...[...['col_id', 'category_id'].filter(isStored), 'org_img', 'status', 'publish_time', 'expire_time'],
        ...[...flags.filter(isStored), 'sort', 'views'],
      ],
    },
    ...adds.tabs,
    content: { main: ['content'] },
    params: { main: ['params'] },
    seo: { main: ['slug', 'seo_title', 'keywords'].filter(isStored), side: ['share_img'], After: Preview },
  };
  return resource<Entity>(entity, {
    list: {
      ...(entity.dated && { Filters: TimeRange }),
      filters: replaces.filters ?? ['state', ...flags.filter(isStored)],
      useDefaultFilter: () => useFirstColumn(entity.model as Model),
      Aside: ContentColumns,
      useScopeFilter: useContentScope,
      Empty: EmptyColumn,
      ...list,
      columns: replaces.columns ?? columns,
    },
    form: {
      ...(isStored('status') && { footerField: 'status' }),
      writing: { tab: 'content', title: 'title' },
      ...form,
      ...(isStored('status') && { beside: publishCheck }),
      tabs: replaces.tabs ?? tabs,
      inputs: { status: StatusInput, tags: TagsInput, ...seoInputs, ...form?.inputs },
    },
    ...(row && { row }),
    record: { ...record, displays: { column_title: ColumnTitle, status: ContentStateChip, ...record?.displays } },
  });
}

const Preview = () => (
  <Suspense>
    <SeoPreview />
  </Suspense>
);

/** The width is limited, because long titles would take the room of the times. */
const columnTitleStyle = { maxWidth: { sm: 140, xl: 240 }, overflow: 'hidden', textOverflow: 'ellipsis' };

function ColumnTitle(props: ShowProps) {
  return (
    <Box sx={columnTitleStyle}>
      {props.record.column_title ? (
        <listFields.text {...props} />
      ) : (
        <listFields.ref {...props} name="col_id" field={{ kind: 'ref', entity: 'column' }} />
      )}
    </Box>
  );
}

/** Shows what visitors see of a record now, with the time of a scheduled or expired one. */
export function ContentStateChip(props: ShowProps) {
  const translate = useTranslate();
  const resource = useResourceContext();
  const { status, publish_time, expire_time } = props.record;
  const state = useContentState({ status, publish_time, expire_time });
  // Another back end's status may be unknown.
  if (!state) return <listFields.choice {...props} />;
  const label = translate(`resources.${resource}.choices.state.${state}`);
  const time = state === 'scheduled' ? publish_time : state === 'expired' ? expire_time : '';
  const when = time ? localTime(new Date(time)) : '';
  // Cells are narrow, so they show only the hour of today, or else the day without this year. The tooltip shows it all.
  const [day = '', hour = ''] = when.split(' ');
  const today = localTime(new Date()).slice(0, 10);
  const short = day === today ? hour : day.replace(`${today.slice(0, 4)}-`, '');
  if (props.record.has_changes === 1)
    return <StateChip label={translate('list.hasChanges')} title={label} severity="warning" />;
  return (
    <StateChip
      label={state === 'scheduled' ? `${label} ${short}` : label}
      title={when || undefined}
      severity={state === 'review' ? 'warning' : undefined}
    />
  );
}
