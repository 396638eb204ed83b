import Search from '@mui/icons-material/Search';
import { Box, Button, InputAdornment, MenuItem, TextField, Typography } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { recyclePurge, recycleRestore } from '../../contract/calls/recycle.ts';
import { entityList } from '../../contract/index.ts';
import { useMayHold } from '../bulk/useMayHold.ts';
import { sizes } from '../theme/index.ts';
import type { Deleted } from './deleted.ts';

interface Props {
  entity: string;
  searchKey: string;
  onNarrow: (changes: { entity?: string; searchKey?: string }) => void;
  selected: Deleted[];
  onAsk: (what: 'restore' | 'purge') => void;
}

const kinds = entityList.filter(({ recycle, calls }) => recycle && calls.delete).map(({ name }) => name);

/** Narrows the recycle bin, and acts on what is selected in it. */
export function BinFilters({ entity, searchKey, onNarrow, selected, onAsk }: Props) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const mayHold = useMayHold();
  const [text, setText] = useState(searchKey);
  const search = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() !== searchKey) onNarrow({ searchKey: text.trim() });
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: sizes.input }}>
      <Box component="form" role="search" onSubmit={search} sx={{ flex: { xs: 1, sm: 'none' } }}>
        <TextField
          type="search"
          placeholder={translate('list.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => search()}
          sx={{ width: { xs: '100%', sm: sizes.search } }}
          slotProps={{
            htmlInput: { 'aria-label': translate('list.search'), maxLength: 100 },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      </Box>
      <TextField
        select
        value={entity}
        onChange={({ target }) => onNarrow({ entity: target.value })}
        sx={{ minWidth: sizes.filter }}
        slotProps={{
          select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': translate('recycle.kind') } },
        }}
      >
        <MenuItem value="">{translate('recycle.all')}</MenuItem>
        {kinds.map((name) => (
          <MenuItem key={name} value={name}>
            {label(name, 2)}
          </MenuItem>
        ))}
      </TextField>
      {selected.length > 0 && (
        <Box
          role="toolbar"
          aria-label={translate('bulk.bar')}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: { sm: 'auto' } }}
        >
          <Typography role="status" sx={{ fontWeight: 600 }}>
            {translate('bulk.selected', { n: selected.length })}
          </Typography>
          {mayHold(recycleRestore.path) && (
            <Button size="small" onClick={() => onAsk('restore')}>
              {translate('recycle.restore')}
            </Button>
          )}
          {mayHold(recyclePurge.path) && (
            <Button size="small" color="error" onClick={() => onAsk('purge')}>
              {translate('recycle.purge')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
