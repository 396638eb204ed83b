import { Autocomplete, Box, TextField } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FieldTitle, useInput, useResourceContext, useTranslate } from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import { useDeferredValue, useState } from 'react';
import { tagList } from '../../contract/calls/tags.ts';
import { oneLineOf } from '../../contract/oneLine.ts';
import { joinTags, tagsOf, typedSeparator, typedTags } from '../../contract/tags.ts';
import { useMayCall } from '../auth/useMay.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { http } from '../services/services.ts';

/**
 * Edits tags as chips and suggests the site's tags with their counts. It is a plain text input if the tags cannot be
 * read.
 */
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

/** Matches the separators of cells in tags that are pasted from a spreadsheet. */
const betweenCells = /[\t\r\n]/;
const enteredTags = (text: string) => text.split(betweenCells).flatMap((line) => typedTags(oneLineOf(line)));

/** The text that is being typed behind the chips. The form's value includes it already, so that a save has it. */
interface Typing {
  text: string;
  chips: string[];
  /** The form's value that includes `text`. If the form has another value, that came from elsewhere. */
  value: string;
}

function TagChips(props: InputProps) {
  const translate = useTranslate();
  const resource = useResourceContext();
  const { source, label, validate, readOnly, defaultValue } = common(props);
  const { id, field, fieldState, isRequired } = useInput({ source, validate, defaultValue });
  const [typing, setTyping] = useState<Typing>();
  const isTyping = typing !== undefined && typing.value === field.value;
  const typed = isTyping ? typing.text : '';
  const chips = isTyping ? typing.chips : tagsOf(field.value);
  const { data = [] } = useTags(useDeferredValue(typed.trim()));
  const totals = new Map(data.map(({ title, total }) => [title, total]));
  const put = (tags: string[]) => {
    setTyping(undefined);
    field.onChange(joinTags(tags));
  };
  const add = (text: string) => put([...chips, ...enteredTags(text)]);
  const type = (text: string, isComposing = false) => {
    if (!isComposing && typedSeparator.test(text)) return add(text);
    // Text that an input method is composing is no tag yet.
    const value = isComposing ? field.value : joinTags([...chips, ...enteredTags(text)]);
    setTyping({ text, chips, value });
    if (value !== field.value) field.onChange(value);
  };
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
      filterOptions={(all) => all.filter((tag) => !chips.includes(tag))}
      value={chips}
      onChange={(_event, next) => put(next.flatMap(tagsOf))}
      inputValue={typed}
      onInputChange={(event, text) => type(text, (event?.nativeEvent as InputEvent | undefined)?.isComposing)}
      onCompositionEnd={({ target }) => type((target as HTMLInputElement).value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain').trim();
        // The input element would join the pasted lines.
        if (!betweenCells.test(text)) return;
        event.preventDefault();
        add(`${typed}${text}`);
      }}
      onBlur={() => {
        if (typed) add(typed);
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
          helperText={<InputHelperText error={fieldState.error?.message} helperText={props.hint ?? 'tags.hint'} />}
        />
      )}
    />
  );
}
