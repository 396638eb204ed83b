import { Autocomplete, type AutocompleteProps, Box } from '@mui/material';
import { type Identifier, useTranslate } from 'ra-core';
import type { HTMLAttributes } from 'react';

/** MUI's Autocomplete with the console's texts. Enter never removes an option, as pressing it twice would undo the choice. */
export function Combobox<T, M extends boolean = false, C extends boolean = false>({
  onChange,
  ...props
}: AutocompleteProps<T, M, C, false>) {
  const translate = useTranslate();
  return (
    <Autocomplete<T, M, C, false>
      noOptionsText={translate('form.noChoices')}
      loadingText={translate('pages.loading')}
      clearText={translate('form.clear')}
      openText={translate('form.open')}
      closeText={translate('form.close')}
      {...props}
      onChange={(event, value, reason, details) => {
        const isEnter = 'key' in event && event.key === 'Enter';
        if (!(isEnter && reason === 'removeOption')) onChange?.(event, value, reason, details);
      }}
    />
  );
}

interface OptionProps extends Omit<HTMLAttributes<HTMLLIElement>, 'color'> {
  /** Undefined for the empty choice. */
  recordId: Identifier | undefined;
}

/** An option with its record's id, as names need not be unique. */
export const ComboboxOption = ({ recordId, children, ...props }: OptionProps) => (
  <Box component="li" {...props} sx={{ gap: 1 }}>
    <Box component="span" sx={{ minWidth: 0 }}>
      {children}
    </Box>
    {recordId !== undefined && (
      <Box component="span" sx={{ color: 'text.secondary', ml: 'auto' }}>
        #{recordId}
      </Box>
    )}
  </Box>
);
