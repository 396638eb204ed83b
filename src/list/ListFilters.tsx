import Clear from '@mui/icons-material/Clear';
import FilterList from '@mui/icons-material/FilterList';
import Search from '@mui/icons-material/Search';
import { Badge, Box, Chip, IconButton, InputAdornment, TextField, type Theme, useMediaQuery } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import {
  type ComponentType,
  type FocusEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { Kind } from '../../contract/kinds.ts';
import { narrowNumber } from '../../contract/narrowNumber.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel, useFilterChoices } from '../declaration/useFieldLabel.ts';
import { useHasNoColumn } from '../fields/useCreatable.ts';
import { features } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { isCompositionKey } from '../utils/keyboard.ts';
import { FilterChoice } from './FilterChoice.tsx';
import { FilterRef } from './FilterRef.tsx';
import { useChangeFilters, useReadFilters } from './LatestFiltersProvider.tsx';
import { ListOrder } from './ListOrder.tsx';
import { dateFilters, fewValued, useActiveFilters } from './useActiveFilters.ts';

const searchDelayMs = 300;
/** The filter of each kind of field. Kinds without an entry have few values, which `FilterSelect` offers. */
const filterOf: Partial<Record<Kind, ComponentType<{ resource: Resource; name: string }>>> = {
  text: FilterText,
  int: FilterText,
  ref: FilterRef,
};

/**
 * Shows search and filters above a list, with its tools at their end. Any change goes back to page 1. On a narrow
 * screen a button shows and hides the filters.
 */
export function ListFilters({ resource, children }: { resource: Resource; children?: ReactNode }) {
  const { fields, calls } = resource.entity;
  const canSearch = calls.list.whole || calls.all || features.takes(calls.list, 'searchKey');
  const isSearched = canSearch && Object.values(fields).some((field) => field.search);
  const { filters = [], Filters } = features.has('filtering') ? resource.list : {};
  const hasNoColumn = useHasNoColumn(resource);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  // An address may set any filter of a log. LogFilters shows chips for them among the filters.
  const brought = resource.entity.isLog ? Object.keys(fields).filter((name) => fields[name]?.filter) : [];
  const offered = new Set([...dateFilters, ...filters, ...brought.filter((name) => name !== 'target_id')]);
  const used = [...offered].filter((name) => filterValues[name] !== undefined).length;
  // A list that has no column yet has nothing to filter.
  const hasFilters = (filters.length > 0 || Filters !== undefined) && (used > 0 || !hasNoColumn);
  const { wordOf } = useActiveFilters(resource);
  // A saved query or an address may set a filter that is not offered. A chip shows and removes it.
  const unoffered = Object.keys(filterValues).filter(
    (name) =>
      !resource.entity.isLog &&
      filterValues[name] !== undefined &&
      !filters.includes(name) &&
      fewValued.includes(fields[name]?.kind),
  );
  const [isOpen, setOpen] = useState(used > 0);
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {isSearched && <SearchBox />}
      {filterValues.ids && <ChosenChip />}
      {unoffered.map((name) => (
        <Chip key={name} label={wordOf(name)} onDelete={() => changeFilters({ [name]: undefined })} />
      ))}
      {hasFilters && !isWide && <FiltersButton used={used} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
      <ListOrder resource={resource} />
      <Box sx={{ ml: 'auto', order: { lg: 1 }, display: 'flex', gap: 1 }}>{children}</Box>
      {hasFilters && (
        <Box
          id="filters"
          sx={{
            display: isOpen || isWide ? 'flex' : 'none',
            flexBasis: { xs: '100%', lg: 'auto' },
            flexWrap: 'wrap',
            gap: 1,
          }}
        >
          {Filters && (
            <Suspense fallback={<Box sx={{ width: sizes.filter, height: sizes.input }} />}>
              <Filters resource={resource} />
            </Suspense>
          )}
          {filters.map((name) => {
            const Filter =
              resource.list.filterInputs?.[name] ??
              filterOf[resource.entity.fields[name]?.kind ?? 'text'] ??
              FilterSelect;
            return <Filter key={name} resource={resource} name={name} />;
          })}
        </Box>
      )}
    </Box>
  );
}

function FiltersButton({ used, isOpen, onToggle }: { used: number; isOpen: boolean; onToggle: () => void }) {
  const translate = useTranslate();
  return (
    <Badge badgeContent={used} color="primary">
      <IconButton
        aria-label={translate('list.filters')}
        aria-expanded={isOpen}
        aria-controls="filters"
        color={isOpen ? 'primary' : 'default'}
        onClick={onToggle}
      >
        <FilterList />
      </IconButton>
    </Badge>
  );
}

function SearchBox() {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const readFilters = useReadFilters();
  const current = String(filterValues.searchKey ?? '');
  const [text, setText] = useState(current);
  const [isComposing, setComposing] = useState(false);
  const asked = useRef(current);
  /** Whether the typed text continues the last search, which has an entry in the browser's history already. */
  const isSameSearch = useRef(false);
  const endSearch = () => {
    isSameSearch.current = false;
  };
  // Text typed while the list was loading is kept. The list may show an earlier search while the next one is typed.
  const follow = useEffectEvent((_shown: string) => {
    const latest = String(readFilters().searchKey ?? '');
    if (latest === asked.current) return;
    setText(latest);
    isSameSearch.current = false;
    asked.current = latest;
  });
  useEffect(() => follow(current), [current]);
  const ask = (wanted: string) => {
    if (wanted === asked.current || isComposing) return;
    asked.current = wanted;
    changeFilters({ searchKey: wanted || undefined }, { replace: isSameSearch.current });
    isSameSearch.current = true;
  };
  // After Back or Forward the typed text is reset. A search for it would add an entry to the browser's history, and
  // remove those that Forward leads to.
  useOnHistoryPop(() => setText(current));
  useDelayed(isComposing ? undefined : text, () => ask(text));
  return (
    <TextField
      type="search"
      placeholder={translate('list.search')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      // Leaving the field searches at once, except for a click on a link, which is followed first.
      onBlur={(event) => {
        if (!isForLink(event)) ask(text);
        endSearch();
      }}
      onFocus={endSearch}
      onKeyDown={({ key, nativeEvent }) => {
        if (key !== 'Enter' || isCompositionKey(nativeEvent)) return;
        ask(text);
        endSearch();
      }}
      sx={{
        // On a wide screen it shrinks, so that the filters fit on one line.
        flex: { xs: 1, sm: 'none', lg: `1 1 ${sizes.searchLeast}px` },
        width: { sm: sizes.search },
        maxWidth: { lg: sizes.search },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      slotProps={{
        htmlInput: { 'aria-label': translate('list.search'), maxLength: 100 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text && (
            <IconButton size="small" edge="end" aria-label={translate('list.clearSearch')} onClick={() => setText('')}>
              <Clear fontSize="small" />
            </IconButton>
          ),
        },
      }}
    />
  );
}

/** Calls `onPop` when Back or Forward of the browser has led from one state of this screen to another. */
function useOnHistoryPop(onPop: () => void): void {
  const { key, pathname } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const before = useRef(pathname);
  const handleAddress = useEffectEvent((_key: string) => {
    if (isPop && before.current === pathname) onPop();
    before.current = pathname;
  });
  useEffect(() => handleAddress(key), [key]);
}

const isForLink = ({ relatedTarget }: FocusEvent) => relatedTarget instanceof HTMLAnchorElement;

/**
 * Calls `ask` when a text, and the address of the screen, have not changed for 300 ms. After a click on a link or on
 * Back, the browser has the new address before its screen is shown. A list that is filtered then would lead back from
 * it, so the call waits until the screen is shown.
 */
function useDelayed(text: string | undefined, ask: () => void): void {
  const { key } = useLocation();
  const askAt = useEffectEvent((_key: string) => ask());
  useEffect(() => {
    if (text === undefined) return undefined;
    const addressShown = location.href;
    const timer = setTimeout(() => {
      if (location.href === addressShown) askAt(key);
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [text, key]);
}

/** Shown while a link limits the list to certain ids; removing it shows all records. */
function ChosenChip() {
  const translate = useTranslate();
  const { ids } = useListContext().filterValues as { ids: number[] };
  const changeFilters = useChangeFilters();
  return (
    <Chip label={translate('list.chosen', { n: ids.length })} onDelete={() => changeFilters({ ids: undefined })} />
  );
}

const FilterSelect = ({ resource, name }: { resource: Resource; name: string }) => (
  <FilterChoice resource={resource} name={name} choices={useFilterChoices(resource)(name)} />
);

/** Filters by an exact text or number, applied on blur or Enter. */
function FilterText({ resource, name }: { resource: Resource; name: string }) {
  const label = useFieldLabel(resource.name)(name);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const readFilters = useReadFilters();
  const current = String(filterValues[name] ?? '');
  const [text, setText] = useState(current);
  const [heldText, setHeldText] = useState<string>();
  const taken = useRef(current);
  // Text that was typed after the filter was applied stays.
  const follow = useEffectEvent((_shown: string) => {
    const latest = String(readFilters()[name] ?? '');
    if (latest === taken.current) return;
    setText(latest);
    taken.current = latest;
  });
  useEffect(() => follow(current), [current]);
  const isNumber = resource.entity.fields[name]?.kind === 'int';
  const take = () => {
    const wanted = isNumber ? narrowNumber(text.trim()) : text.trim();
    if (wanted === current || (isNumber && wanted && !/^\d+$/.test(wanted))) return;
    taken.current = wanted;
    changeFilters({ [name]: wanted === '' ? undefined : isNumber ? Number(wanted) : wanted });
  };
  useDelayed(heldText, take);
  return (
    <TextField
      type="search"
      value={text}
      placeholder={label}
      onChange={({ target }) => setText(target.value)}
      onFocus={() => setHeldText(undefined)}
      onBlur={(event) => (isForLink(event) ? setHeldText(text) : take())}
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !isCompositionKey(nativeEvent) && take()}
      sx={{ width: { xs: 'calc(50% - 4px)', sm: sizes.filter } }}
      slotProps={{ htmlInput: { 'aria-label': label, maxLength: 100 } }}
    />
  );
}
