import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import { Box, IconButton, InputAdornment, TextField, Tooltip } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { FieldTitle, useInput, useResourceContext, useTranslate, type Validator } from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import { useRef } from 'react';
import { useInputLabel } from '../declaration/useFieldLabel.ts';

export interface WrittenProps {
  source: string;
  label?: string;
  validate: Validator[];
  readOnly?: boolean;
}

/** How a moment is written by hand. */
export interface Writing {
  /** The browser's own picker, and what it calls a written moment. */
  picker: { type: 'date' | 'datetime-local'; of: (written: string) => string };
  /** What the picker's button and the empty input say, by their keys. */
  pick: string;
  placeholder: string;
  /** What is written so needs no more characters. */
  isWhole: RegExp;
  /** What is no value yet is shown as it was typed. */
  isValue: (stored: string) => boolean;
  write: (stored: string) => string;
  /** The value of what is typed or picked; undefined where it is none. */
  read: (text: string) => string | undefined;
}

/**
 * A moment that is typed or picked; the browser's own input would write it as the browser's language does, not the
 * console's. What is none yet is kept as it is typed.
 * @param empty what is stored where nothing is written
 */
export function WrittenInput({
  source,
  label,
  validate,
  readOnly = false,
  writing,
  empty,
}: WrittenProps & { writing: Writing; empty: string | null }) {
  const translate = useTranslate();
  const resource = useResourceContext();
  const picker = useRef<HTMLInputElement>(null);
  const { picker: own, isWhole, isValue, write, read } = writing;
  const { id, field, fieldState, isRequired } = useInput({
    source,
    validate,
    format: (value: unknown) => (value && isValue(String(value)) ? write(String(value)) : (value ?? '')),
    parse: (text: string) => text || empty,
  });
  const text = String(field.value);
  const value = read(text);
  const change = (typed: string) => field.onChange((isWhole.test(typed) && read(typed)) || typed);
  const onBlur = () => {
    if (value !== undefined && write(value) !== text) field.onChange(value);
    field.onBlur();
  };
  const called = useInputLabel({ name: source, label });
  const pick = translate(writing.pick);
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      label={<FieldTitle label={label} source={source} resource={resource} isRequired={isRequired} />}
      value={text}
      placeholder={translate(writing.placeholder)}
      error={fieldState.invalid}
      helperText={fieldState.invalid && <InputHelperText error={fieldState.error?.message} />}
      onChange={({ target }) => change(target.value)}
      onBlur={onBlur}
      slotProps={{
        htmlInput: { autoComplete: 'off', maxLength: 30, readOnly },
        input: {
          endAdornment: readOnly ? undefined : (
            <InputAdornment position="end">
              <Tooltip title={pick}>
                <IconButton
                  size="small"
                  edge="end"
                  aria-label={`${pick}: ${called}`}
                  onClick={() => picker.current?.showPicker?.()}
                >
                  <CalendarToday fontSize="small" />
                </IconButton>
              </Tooltip>
              <Box
                component="input"
                ref={picker}
                type={own.type}
                tabIndex={-1}
                aria-hidden
                value={value === undefined ? '' : own.of(write(value))}
                onChange={({ target }) => target.value && field.onChange(read(target.value))}
                sx={visuallyHidden}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
