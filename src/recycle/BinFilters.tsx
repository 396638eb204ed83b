import Search from '@mui/icons-material/Search';
import { Box, InputAdornment, MenuItem, TextField } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { type FormEvent, useEffect, useState } from 'react';
import { entityList } from '../../contract/index.ts';
import { sizes } from '../theme/index.ts';
import { labelledSelect } from '../ui/a11y.ts';

interface Props {
  entity: string;
  searchKey: string;
  onNarrow: (changes: { entity?: string; searchKey?: string }) => void;
}

const kinds = entityList.filter(({ recycle, calls }) => recycle && calls.delete).map(({ name }) => name);

/** Narrows the recycle bin. */
export function BinFilters({ entity, searchKey, onNarrow }: Props) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const [text, setText] = useState(searchKey);
  useEffect(() => setText(searchKey), [searchKey]);
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
        fullWidth={false}
        sx={{ width: { xs: '100%', sm: 'auto' }, minWidth: sizes.filter }}
        slotProps={{
          select: { displayEmpty: true, SelectDisplayProps: labelledSelect(translate('recycle.kind')) },
        }}
      >
        <MenuItem value="">{translate('recycle.all')}</MenuItem>
        {kinds.map((name) => (
          <MenuItem key={name} value={name}>
            {label(name, 2)}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}
