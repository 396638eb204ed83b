import { Autocomplete, Box, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import type { Returned } from '../../../contract/call.ts';
import { searchRecords } from '../../../contract/calls/console.ts';
import { http } from '../../services/services.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { useLabel } from '../useLabel.ts';
import { isLinkAddress, type useAddress } from './ToolDialog.tsx';

type Found = Returned<typeof searchRecords>[number];

interface Props {
  address: ReturnType<typeof useAddress>;
  onChosen: (found: Found) => void;
}

/** Takes an address, or finds the site's columns and contents by their titles. */
export function LinkField({ address, onChosen }: Props) {
  const label = useLabel();
  const { found, isLoading, isError } = useLinkSearch(address.typed);
  const help = isError ? 'linkFailed' : 'linkSearchHelp';
  return (
    <Autocomplete<Found, false, true, true>
      freeSolo
      disableClearable
      options={found}
      filterOptions={(options) => options}
      inputValue={address.typed}
      onInputChange={(_event, typed, reason) => reason === 'input' && address.setTyped(typed)}
      onChange={(_event, chosen) => {
        if (typeof chosen === 'string') return;
        address.setTyped(chosen.url);
        onChosen(chosen);
      }}
      loading={isLoading}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.title)}
      getOptionKey={(option) => (typeof option === 'string' ? option : `${option.entity} ${option.id}`)}
      getOptionDisabled={({ url }) => !url}
      renderOption={({ key, ...option }, record) => <FoundOption key={key} option={option} record={record} />}
      renderInput={({ InputProps, InputLabelProps: _label, inputProps, ...input }) => (
        <TextField
          {...input}
          label={label('linkAddress')}
          error={address.isWrong}
          helperText={label(address.isWrong ? 'linkWrong' : help)}
          required
          autoFocus
          slotProps={{ input: InputProps, htmlInput: inputProps }}
        />
      )}
    />
  );
}

function FoundOption({ option, record }: { option: object; record: Found }) {
  const label = useLabel();
  const translate = useTranslate();
  const { entity, title, column, state, url } = record;
  const about = [translate(`resources.${entity}.name`, { smart_count: 1 }), column].filter(Boolean).join(' · ');
  return (
    <Box component="li" {...option} sx={{ gap: 1 }}>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography noWrap>{title}</Typography>
        <Typography variant="caption" component="div" color="text.secondary" noWrap>
          {url ? about : `${about} · ${label('linkNoPage')}`}
        </Typography>
      </Box>
      {state === 'hidden' && <StateChip label={label('linkHidden')} />}
      {state && state !== 'hidden' && <StateChip label={translate(`resources.${entity}.choices.state.${state}`)} />}
    </Box>
  );
}

const delayMs = 200;
const isLongEnough = (text: string) => /\p{Script=Han}/u.test(text) || [...text].length >= 2;

/** Nothing for an address; asked when nothing was typed for a moment. */
function useLinkSearch(typed: string) {
  const [settled, setSettled] = useState('');
  const text = typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isSearched = isLongEnough(text) && !isLinkAddress(text);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['link', settled],
    queryFn: ({ signal }) => http.call(searchRecords, { q: settled.slice(0, longest), linked: 1 }, signal),
    enabled: isSearched && settled === text,
    placeholderData: (before) => before,
  });
  return { found: (isSearched && data) || [], isLoading: isSearched && isFetching, isError: isSearched && isError };
}

const longest = 100;
