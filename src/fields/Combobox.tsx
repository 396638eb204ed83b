import { Autocomplete, type AutocompleteProps } from '@mui/material';
import { useTranslate } from 'ra-core';

/** A combobox in the console's words. Enter only ever adds: a second one would take away what the first one chose. */
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
