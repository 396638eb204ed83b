import { useQuery } from '@tanstack/react-query';
import { type RaRecord, useRecordContext, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getModelList, getParentCategory } from '../../contract/calls/content.ts';
import { publish } from '../../contract/calls/publishing.ts';
import { column } from '../../contract/entities/column.ts';
import { useHasNoTopLevel, useIdentity } from '../auth/useMay.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { useContentState } from '../fields/contentState.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { RefInput } from '../fields/RefInput.tsx';
import { useAll } from '../fields/useAll.ts';
import { lastPlace } from '../navigation/history.ts';
import { features, http } from '../services/services.ts';
import { localTime } from '../utils/format.ts';
import { useSidOf } from './ColumnFilter.tsx';

/** The column of a parameter. */
export function ParamColumn(props: InputProps) {
  useSinglePage(props.name);
  return <InputOf {...props} />;
}

/** Sets `sid` to the one record of the column that is chosen, where it is a single page. */
function useSinglePage(name: string): void {
  const { getValues, setValue } = useFormContext();
  const record = useRecordContext();
  const cid = useWatch({ name });
  const sidOf = useSidOf();
  const take = useEffectEvent(async (column: number) => {
    const sid = await sidOf(column);
    // Another column may have been chosen meanwhile.
    if (getValues(name) === column && (getValues('sid') ?? 0) !== sid) setValue('sid', sid, { shouldDirty: true });
  });
  const isChosen = Boolean(cid) && cid !== record?.[name];
  useEffect(() => {
    if (isChosen) take(cid);
  }, [cid, isChosen]);
}

/**
 * The column that a category stands in; its type is that column's model, and without one the content model that was
 * chosen last (docs/contract.md, "Values"). In the column of a single page, `sid` is set to that page.
 */
export function CategoryColumn(props: InputProps) {
  useSinglePage(props.name);
  const { getValues, setValue } = useFormContext();
  const record = useRecordContext();
  const cid = useWatch({ name: props.name });
  const { data: columns } = useAll('column');
  const identity = useIdentity();
  const current = props.isNew ? lastPlace(identity?.id)?.model?.model : undefined;
  const model = cid ? columns?.find(({ id }) => id === cid)?.model : current;
  const isChosen = props.isNew || cid !== (record?.[props.name] ?? null);
  const take = useEffectEvent(() => {
    if (getValues('type') !== model) setValue('type', model, { shouldDirty: !props.isNew });
  });
  useEffect(() => {
    if (model && isChosen) take();
  }, [model, isChosen]);
  // Nothing says yet what the category is of, so the columns of every model are offered.
  const isOfAny = props.isNew && !current;
  const { match: _match, ...ofAny } = props.field;
  return <InputOf {...props} field={isOfAny ? ofAny : props.field} />;
}

/** The parent of a category. A back end without extensions offers only those that its `getParentCategory` answers. */
export function ParentCategory(props: InputProps) {
  const { data } = useQuery({
    queryKey: ['category', 'offered'],
    queryFn: ({ signal }) => http.call(getParentCategory, {}, signal),
    enabled: !features.isExtended(),
    staleTime: 10_000,
  });
  const only = data && (({ id }: RaRecord) => data.some((each) => each.id === id));
  // The model comes from the column, because the form's own is set after the first rendering, which would ask for the categories of all.
  const cid = useWatch({ name: 'cid' });
  const { data: columns } = useAll('column');
  const model = columns?.find(({ id }) => id === cid)?.model;
  return <RefInput {...common(props)} reference={props.field} model={model} {...(only && { only })} />;
}

/** The column above a column. Where the role has columns of its own alone, one of them. */
export function ParentColumn(props: InputProps) {
  const above = useRecordContext()?.[props.name];
  const isNeeded = useHasNoTopLevel(column) && (props.isNew || Boolean(above));
  return <InputOf {...props} field={isNeeded ? { ...props.field, required: true } : props.field} />;
}

/** The model of a column, limited to those of the back end; fixed once the column holds content. */
export function ModelInput(props: InputProps) {
  const record = useRecordContext();
  const { data } = useQuery({
    queryKey: ['modelList'],
    queryFn: ({ signal }) => http.call(getModelList, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isFixed = !props.isNew && Number(record?.total) > 0;
  if (isFixed) return <InputOf {...props} isReadOnly hint="column.modelFixed" />;
  const had = new Set<unknown>(data?.map(({ model }) => model));
  const values = props.field.values?.filter((value) => had.has(value));
  return <InputOf {...props} field={values?.length ? { ...props.field, values } : props.field} />;
}

/** Where a button publishes, nothing is left to choose. */
export const StatusInput = (props: InputProps) => (features.offers(publish) ? null : <StatusChoice {...props} />);

function StatusChoice(props: InputProps) {
  const translate = useTranslate();
  const [status, publish_time, expire_time] = useWatch({ name: ['status', 'publish_time', 'expire_time'] });
  const state = useContentState({ status, publish_time, expire_time });
  const time = state === 'scheduled' ? publish_time : state === 'expired' ? expire_time : '';
  const hint = time ? { hint: translate(`form.${state}`, { time: localTime(new Date(time)) }) } : {};
  // Back ends of the specification know drafts and published records alone.
  return <InputOf {...props} field={{ ...props.field, values: [0, 1] }} {...hint} />;
}
