import { Box, InputAdornment, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { sizes } from '../theme/index.ts';
import type { Choice, ChoiceSelectProps } from './ChoiceSelect.tsx';
import { Combobox } from './Combobox.tsx';
import { indentOf } from './treeChoices.ts';
import { useChoiceFilter } from './useChoiceFilter.ts';

/** For what it is called and what is chosen. */
const roomForBoth = { width: { sm: sizes.search } };

/** Chooses one of what is known by typing a part of its name, its number, or its pinyin. */
export function ChoiceSearch({ choices, value, onChange, unset, name, input }: ChoiceSelectProps) {
  const translate = useTranslate();
  const filter = useChoiceFilter<Choice>((choice) => choice.value);
  const none = unset && { value: unset.value, name: unset.label };
  const chosen =
    [...choices, ...(none && !unset.isHint ? [none] : [])].find((choice) => choice.value === value) ?? null;
  const { id, sx, disabled, ...rest } = input ?? {};
  return (
    <Combobox<Choice, false, boolean>
      {...filter}
      {...{ id, sx, disabled }}
      options={none && unset.isOffered ? [none, ...choices] : choices}
      value={chosen}
      onChange={(_event, next) => onChange((next ?? none)?.value ?? '')}
      disableClearable={!unset?.isOffered || chosen?.value === none?.value}
      getOptionLabel={(choice) => choice.name}
      getOptionKey={(choice) => choice.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      getOptionDisabled={({ refusal }) => refusal !== undefined}
      renderOption={({ key, ...option }, choice) => (
        <Box component="li" key={key} {...option} sx={{ gap: 1 }}>
          <Box component="span" sx={{ minWidth: 0 }}>
            {indentOf(choice.level)}
            {choice.content ?? choice.name}
            {choice.refusal && ` (${choice.refusal})`}
          </Box>
          {choice.value !== none?.value && (
            <Box component="span" sx={{ color: 'text.secondary', ml: 'auto' }}>
              #{choice.value}
            </Box>
          )}
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          {...rest}
          sx={name?.isSaid ? roomForBoth : undefined}
          placeholder={chosen ? undefined : (unset?.label ?? translate('form.choose'))}
          slotProps={{
            input: {
              ...params.InputProps,
              ...(name?.isSaid && {
                startAdornment: (
                  <InputAdornment position="start" sx={{ ml: 1, mr: 0 }}>
                    {name.text}:
                  </InputAdornment>
                ),
              }),
            },
            htmlInput: { ...params.inputProps, ...(name && { 'aria-label': name.text }) },
          }}
        />
      )}
    />
  );
}
