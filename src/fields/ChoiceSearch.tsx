import { type FilterOptionsState, InputAdornment, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { sizes } from '../theme/index.ts';
import { Combobox, ComboboxOption } from '../ui/Combobox.tsx';
import { useReadings } from '../ui/useReadings.ts';
import { matchCommand } from '../utils/matchCommand.ts';
import { type Choice, type ChoiceSelectProps, indentOf } from './ChoiceSelect.tsx';

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
      id={id}
      sx={sx}
      disabled={disabled}
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
          sx={inlineLabel ? { width: { sm: sizes.search } } : undefined}
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

/** Props of a `Combobox` that finds options by name, id, pinyin or its initials, and keeps their order. */
export function useChoiceFilter<T>(idOf: (option: T) => unknown) {
  const [needsPinyin, setNeedsPinyin] = useState(false);
  const readings = useReadings(needsPinyin);
  return {
    onInputChange: (_event: unknown, text: string, reason: string) =>
      setNeedsPinyin(needsPinyin || (reason === 'input' && /[a-z]/i.test(text))),
    filterOptions: (options: T[], { inputValue, getOptionLabel }: FilterOptionsState<T>) => {
      const typed = inputValue.trim();
      const isFound = (option: T) =>
        String(idOf(option)) === typed.replace(/^#/, '') ||
        matchCommand(typed, { titles: [getOptionLabel(option)], trails: [] }, readings) !== undefined;
      return typed === '' ? options : options.filter(isFound);
    },
  };
}
