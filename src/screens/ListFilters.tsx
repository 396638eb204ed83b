import Clear from '@mui/icons-material/Clear';
import FilterList from '@mui/icons-material/FilterList';
import Search from '@mui/icons-material/Search';
import { Badge, Box, IconButton, InputAdornment, TextField, type Theme, useMediaQuery } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Resource } from '../resource.ts';
import { features } from '../services.ts';
import { sizes } from '../theme/index.ts';
import { FilterSelect } from './FilterSelect.tsx';

const searchDelayMs = 300;

/**
 * Search and filters above a list, and what stands at their end; a change begins again at page 1. Where the screen is not
 * wide a button shows and hides the filters.
 */
export function ListFilters({ resource, children }: { resource: Resource; children?: ReactNode }) {
  const isSearched = Object.values(resource.entity.fields).some((field) => field.search);
  const filters = features.has('list') ? (resource.filters ?? []) : [];
  const { filterValues } = useListContext();
  const used = filters.filter((name) => filterValues[name] !== undefined).length;
  const [isOpen, setOpen] = useState(used > 0);
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {isSearched && <SearchBox />}
      {filters.length > 0 && !isWide && <FiltersButton used={used} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
      <Box sx={{ ml: 'auto', order: { lg: 1 } }}>{children}</Box>
      {filters.length > 0 && (
        <Box
          id="filters"
          sx={{
            display: isOpen || isWide ? 'flex' : 'none',
            flexBasis: { xs: '100%', lg: 'auto' },
            flexWrap: 'wrap',
            gap: 1,
          }}
        >
          {filters.map((name) => (
            <FilterSelect key={name} resource={resource} name={name} />
          ))}
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
  const { filterValues, setFilters } = useListContext();
  const current = String(filterValues.searchKey ?? '');
  const [text, setText] = useState(current);
  const [isComposing, setComposing] = useState(false);
  const asked = useRef(current);
  // What was typed since is not undone when the list that was asked for comes.
  useEffect(() => {
    if (current !== asked.current) setText(current);
    asked.current = current;
  }, [current]);
  const ask = () => {
    if (text === current || isComposing) return;
    asked.current = text;
    setFilters({ ...filterValues, searchKey: text || undefined }, []);
  };
  const askNow = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the wait anew
  useEffect(() => {
    const timer = setTimeout(askNow, searchDelayMs);
    return () => clearTimeout(timer);
  }, [text, isComposing]);
  return (
    <TextField
      type="search"
      placeholder={translate('list.search')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      // Who goes on to another screen does not wait.
      onBlur={ask}
      onKeyDown={({ key }) => key === 'Enter' && ask()}
      sx={{
        flex: { xs: 1, sm: 'none' },
        width: { sm: sizes.search },
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
