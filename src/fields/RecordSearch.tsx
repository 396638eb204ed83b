import { createFilterOptions, type SxProps, TextField, type TextFieldProps, type Theme } from '@mui/material';
import {
  type RaRecord,
  useGetManyAggregate,
  useGetRecordRepresentation,
  useRecordContext,
  useTranslate,
} from 'ra-core';
import { useEffect, useMemo, useState } from 'react';
import { useMayChoose } from '../auth/useMay.ts';
import { Combobox, ComboboxOption } from '../ui/Combobox.tsx';
import { useEmbeddedTitle } from './RefTitle.tsx';
import { useRecordSearch } from './useRecordSearch.ts';

interface Props {
  entity: string;
  /** The ids of what is chosen. */
  value: number[];
  onChange: (ids: number[]) => void;
  isMultiple?: boolean;
  /** The records that may be chosen, and what a list of them is narrowed by. */
  fits?: (row: RaRecord) => boolean;
  narrowing?: Record<string, unknown>;
  isDisabled?: boolean;
  id?: string;
  onBlur?: () => void;
  /** Of the text field. */
  input: Omit<TextFieldProps, 'slotProps' | 'inputProps'>;
  /** What it is called where it has no label. */
  ariaLabel?: string;
  sx?: SxProps<Theme>;
}

const every = () => true;
const asOffered = (rows: RaRecord[]) => rows;
const byName = createFilterOptions<RaRecord>();
/** The end of what is listed is in sight. */
const nearPx = 48;

/** Chooses among records of which there may be any number: they are searched as one types, and come page by page. */
export function RecordSearch(props: Props) {
  const { entity, value, onChange, isMultiple = false, fits = every, narrowing = {}, input } = props;
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useRecordSearch(entity, typed, { narrowing, isOpen });
  const { rows, canSearch, isError, hasMore, loadMore } = search;
  const titleOf = useTitles(entity, value, rows);
  const fitting = rows.filter(fits);
  const offered = canSearch ? fitting : byName(fitting, { inputValue: typed, getOptionLabel: titleOf });
  // The rows that came may all be left out here, while there are others on the pages to come.
  const isPassingOver = isOpen && offered.length === 0 && hasMore && !isError;
  useEffect(() => {
    if (isPassingOver) loadMore();
  });
  // The same as long as the same are chosen: another value would take away what is typed.
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
      filterOptions={asOffered}
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

/** What records are called: those that are chosen as the record that refers to them tells, or as they are read. */
function useTitles(entity: string, ids: number[], rows: RaRecord[]): (row: RaRecord) => string {
  const nameOf = useGetRecordRepresentation(entity);
  const embeddedTitle = useEmbeddedTitle(entity);
  const record = useRecordContext();
  const may = useMayChoose(entity);
  const unknown = ids.filter((id) => embeddedTitle(record, id) === undefined);
  const { data: read } = useGetManyAggregate(
    entity,
    { ids: unknown },
    { enabled: unknown.length > 0 && may === true, retry: false, onError: quiet },
  );
  const known = [...rows, ...(read ?? []).filter(Boolean)];
  return ({ id }) => {
    const row = known.find((each) => each.id === id);
    return row ? String(nameOf(row)) : (embeddedTitle(record, Number(id)) ?? `#${id}`);
  };
}

// It is called by its number then.
const quiet = () => {};
