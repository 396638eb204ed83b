import { InputAdornment, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { sizes } from '../theme/index.ts';
import { Combobox, ComboboxOption } from '../ui/Combobox.tsx';
import type { Choice, ChoiceSelectProps } from './ChoiceSelect.tsx';
import { indentOf } from './treeChoices.ts';
import { useChoiceFilter } from './useChoiceFilter.ts';

/** Wide enough for the inline label and the chosen value. */
const labelledWidth = { width: { sm: sizes.search } };

/** Chooses one of a known list by typing a part of its name, its id, or its pinyin. */
export function ChoiceSearch({ choices, value, onChange, unset, inlineLabel, input }: ChoiceSelectProps) {
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
        <ComboboxOption key={key} {...option} recordId={choice.value === none?.value ? undefined : choice.value}>
          {indentOf(choice.level)}
          {choice.content ?? choice.name}
          {choice.refusal && ` (${choice.refusal})`}
        </ComboboxOption>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          {...rest}
          sx={inlineLabel ? labelledWidth : undefined}
          placeholder={chosen ? undefined : (unset?.label ?? translate('form.choose'))}
          slotProps={{
            input: {
              ...params.InputProps,
              ...(inlineLabel && {
                startAdornment: (
                  <InputAdornment position="start" sx={{ ml: 1, mr: 0 }}>
                    {inlineLabel}:
                  </InputAdornment>
                ),
              }),
            },
            htmlInput: { ...params.inputProps, ...(inlineLabel && { 'aria-label': inlineLabel }) },
          }}
        />
      )}
    />
  );
}
