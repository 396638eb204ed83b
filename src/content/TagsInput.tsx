import { Autocomplete, Box, TextField } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FieldTitle, useInput, useResourceContext, useTranslate } from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import { useDeferredValue, useState } from 'react';
import { tagList } from '../../contract/calls/tags.ts';
import { joinTags, tagsOf } from '../../contract/tags.ts';
import { useMayCall } from '../auth/useMay.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { http } from '../services/services.ts';

/** Chips, completed by the tags of the site with their counts; a plain text before a back end that knows none. */
export function TagsInput(props: InputProps) {
  return useMayCall()(tagList) ? <TagChips {...props} /> : <InputOf {...props} />;
}

/** The most used tags that contain a text. */
export const useTags = (searchKey: string) =>
  useQuery({
    queryKey: ['tags', searchKey],
    queryFn: ({ signal }) => http.call(tagList, { searchKey }, signal),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** What separates tags where they are typed or pasted. Stored ones are separated by commas alone. */
const separator = /[,，、;；]/;
const typedTags = (text: string) => text.split(separator).flatMap(tagsOf);

function TagChips(props: InputProps) {
  const translate = useTranslate();
  const resource = useResourceContext();
  const { source, label, validate, readOnly, defaultValue } = common(props);
  const { id, field, fieldState, isRequired } = useInput({ source, validate, defaultValue });
  const [typed, setTyped] = useState('');
  const { data = [] } = useTags(useDeferredValue(typed.trim()));
  const totals = new Map(data.map(({ title, total }) => [title, total]));
  const tags = tagsOf(field.value);
  const put = (next: string[]) => field.onChange(joinTags(next));
  const add = (text: string) => {
    if (text.trim()) put([...tags, ...typedTags(text)]);
    setTyped('');
  };
  const error = fieldState.error?.message;
  return (
    <Autocomplete
      id={id}
      multiple
      freeSolo
      fullWidth
      size="small"
      disabled={readOnly}
      clearText={translate('form.clear')}
      options={[...totals.keys()]}
      filterOptions={(all) => all.filter((tag) => !tags.includes(tag))}
      value={tags}
      onChange={(_event, next) => put(next.flatMap(tagsOf))}
      inputValue={typed}
      onInputChange={(_event, text) => (separator.test(text) ? add(text) : setTyped(text))}
      onBlur={() => {
        add(typed);
        field.onBlur();
      }}
      renderOption={({ key, ...option }, tag) => (
        <Box key={key} component="li" {...option}>
          {tag}
          <Box component="span" sx={{ ml: 'auto', pl: 2, color: 'text.secondary' }}>
            {totals.get(tag)}
          </Box>
        </Box>
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          name={field.name}
          inputRef={field.ref}
          label={<FieldTitle label={label} source={source} resource={resource} isRequired={isRequired} />}
          error={fieldState.invalid}
          helperText={error ? <InputHelperText error={error} /> : translate('tags.hint')}
        />
      )}
    />
  );
}
