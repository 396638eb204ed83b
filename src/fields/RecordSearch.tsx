import { createFilterOptions, type SxProps, TextField, type TextFieldProps, type Theme } from '@mui/material';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  type RaRecord,
  useGetManyAggregate,
  useGetRecordRepresentation,
  useRecordContext,
  useTranslate,
} from 'ra-core';
import { useEffect, useMemo, useState } from 'react';
import type { Entity } from '../../contract/entity.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { useMayChoose } from '../auth/useMay.ts';
import { useProvider } from '../services/queryClient.ts';
import { features } from '../services/services.ts';
import { Combobox, ComboboxOption } from '../ui/Combobox.tsx';
import { useEmbeddedTitle } from './RefTitle.tsx';

interface Props {
  entity: string;
  value: number[];
  onChange: (ids: number[]) => void;
  isMultiple?: boolean;
  fits?: (row: RaRecord) => boolean;
  narrowing?: Record<string, unknown>;
  isDisabled?: boolean;
  id?: string;
  onBlur?: () => void;
  input: Omit<TextFieldProps, 'slotProps' | 'inputProps'>;
  ariaLabel?: string;
  sx?: SxProps<Theme>;
}

const byName = createFilterOptions<RaRecord>();
/** The next page is loaded when the list is scrolled to this distance from its end. */
const nearPx = 48;

export function RecordSearch(props: Props) {
  const { entity, value, onChange, isMultiple = false, fits, narrowing = {}, input } = props;
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useRecordSearch(entity, typed, narrowing, isOpen);
  const { rows, canSearch, isError, hasMore, loadMore } = search;
  const titleOf = useTitles(entity, value, rows);
  const fitting = fits ? rows.filter(fits) : rows;
  const offered = canSearch ? fitting : byName(fitting, { inputValue: typed, getOptionLabel: titleOf });
  const isPassingOver = isOpen && offered.length === 0 && hasMore && !isError;
  useEffect(() => {
    if (isPassingOver) loadMore();
  });
  // Stable while the same ids are chosen: MUI's Autocomplete clears the typed text when `value` changes.
  const key = value.join();
  const chosen = useMemo(() => key.split(',').flatMap((id): RaRecord[] => (id ? [{ id: Number(id) }] : [])), [key]);
  const choose = (next: RaRecord | RaRecord[] | null) => onChange([next ?? []].flat().map(({ id }) => Number(id)));
  return (
    <Combobox<RaRecord, boolean>
      id={props.id}
      sx={props.sx}
      multiple={isMultiple}
      disableCloseOnSelect={isMultiple}
      disabled={props.isDisabled}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={offered}
      filterOptions={(rows) => rows}
      value={isMultiple ? chosen : (chosen[0] ?? null)}
      onChange={(_event, next) => choose(next)}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      onHighlightChange={(_event, row) => {
        if (row && row.id === offered.at(-1)?.id) loadMore();
      }}
      onBlur={props.onBlur}
      getOptionLabel={titleOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={({ key, ...option }, row) => (
        <ComboboxOption key={key} {...option} recordId={row.id}>
          {titleOf(row)}
        </ComboboxOption>
      )}
      loading={search.isSearching || isPassingOver}
      noOptionsText={translate(isError ? 'form.searchFailed' : 'form.noChoices')}
      loadingText={translate('form.searching')}
      slotProps={{
        listbox: {
          onScroll: ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < nearPx) loadMore();
          },
        },
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          {...input}
          slotProps={{ htmlInput: { ...params.inputProps, 'aria-label': props.ariaLabel } }}
          placeholder={
            value.length > 0
              ? undefined
              : (input.placeholder ?? translate(canSearch ? 'form.searchRecords' : 'form.choose'))
          }
        />
      )}
    />
  );
}

function useTitles(entity: string, ids: number[], rows: RaRecord[]): (row: RaRecord) => string {
  const nameOf = useGetRecordRepresentation(entity);
  const embeddedTitle = useEmbeddedTitle(entity);
  const record = useRecordContext();
  const may = useMayChoose(entity);
  const unknown = ids.filter((id) => embeddedTitle(record, id) === undefined);
  const { data: read } = useGetManyAggregate(
    entity,
    { ids: unknown },
    // If the records cannot be read, their ids are shown.
    { enabled: unknown.length > 0 && may === true, retry: false, onError: () => {} },
  );
  const known = [...rows, ...(read ?? []).filter(Boolean)];
  return ({ id }) => {
    const row = known.find((each) => each.id === id);
    return row ? String(nameOf(row)) : (embeddedTitle(record, Number(id)) ?? `#${id}`);
  };
}

const typedMs = 300;
const perPage = 20;
const freshMs = 10_000;

/**
 * Searches records by text or id. If the back end cannot search, the pages hold all records, and the browser filters
 * them.
 */
function useRecordSearch(entity: string, typed: string, narrowing: Record<string, unknown>, isOpen: boolean) {
  const provider = useProvider();
  const canSearch = isSearchable(entities[entity as EntityName]);
  const text = useSettled(canSearch ? typed.trim() : '');
  const filter = { ...given(narrowing), ...(text && { searchKey: text }) };
  const pages = useInfiniteQuery({
    queryKey: [entity, 'search', filter],
    queryFn: ({ pageParam, signal }) =>
      provider.getList<RaRecord>(entity, { pagination: { page: pageParam, perPage }, sort: byId, filter, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all) =>
      last.data.length > 0 && countOf(all) < (last.total ?? 0) ? all.length + 1 : undefined,
    enabled: isOpen,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
  const id = features.has('ids') && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  const byNumber = useQuery({
    queryKey: [entity, 'search', 'id', id],
    queryFn: () => provider.getMany<RaRecord>(entity, { ids: id === undefined ? [] : [id] }),
    enabled: isOpen && id !== undefined,
    staleTime: freshMs,
  });
  const found = [...((id && byNumber.data?.data) || []), ...(pages.data?.pages.flatMap(({ data }) => data) ?? [])];
  return {
    /** Duplicates are removed: a record may move to another page between two requests. */
    rows: [...new Map(found.map((row) => [row.id, row])).values()],
    canSearch,
    isSearching: pages.isFetching || byNumber.isFetching || (canSearch && text !== typed.trim()),
    isError: pages.isError,
    hasMore: pages.hasNextPage,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetching) pages.fetchNextPage();
    },
  };
}

const isSearchable = ({ calls, fields }: Entity) =>
  features.takes(calls.list, 'searchKey') && Object.values(fields).some(({ search }) => search);
const byId = { field: 'id', order: 'DESC' } as const;
const countOf = (pages: { data: unknown[] }[]) => pages.reduce((sum, { data }) => sum + data.length, 0);
const given = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => ['string', 'number'].includes(typeof value)));

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typedMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
