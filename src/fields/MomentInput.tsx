import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import { Box, IconButton, InputAdornment, TextField, Tooltip } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { FieldTitle, useInput, useResourceContext, useTranslate, type Validator } from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import { useRef } from 'react';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { localTime, readLocalTime } from './localTime.ts';
import { useFieldLabel } from './useFieldLabel.ts';

interface Props {
  source: string;
  label?: string;
  validate: Validator[];
  readOnly?: boolean;
}

const isTime = (value: unknown) => !value || /^\d{4}-\d{2}-\d{2}T.+Z$/.test(String(value));
const isTimeValidator: Validator = (value: unknown) => (isTime(value) ? undefined : 'formats.format_time');

/**
 * A time as `2026-11-21 09:30` in the browser's zone, typed or picked; the browser's own input would write it as the
 * browser's language does, not the console's. Kept as ISO UTC to the second; what is no time yet is kept as it is typed.
 */
export function MomentInput({ source, label, validate, readOnly = false }: Props) {
  const translate = useTranslate();
  const resource = useResourceContext();
  const picker = useRef<HTMLInputElement>(null);
  const { id, field, fieldState, isRequired } = useInput({
    source,
    validate: [...validate, isTimeValidator],
    format: (value: unknown) => (value && isTime(value) ? localTime(new Date(String(value))) : (value ?? '')),
    parse: (text: string) => text || null,
  });
  const text = String(field.value);
  const time = readLocalTime(text);
  const isWhole = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;
  const change = (typed: string) => {
    const read = isWhole.test(typed) && readLocalTime(typed);
    field.onChange(read ? toIsoSeconds(read) : typed);
  };
  const onBlur = () => {
    if (time && localTime(time) !== text) field.onChange(toIsoSeconds(time));
    field.onBlur();
  };
  const named = useFieldLabel(resource ?? '');
  const pick = `${translate('form.pickTime')}: ${label ?? named(source)}`;
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      label={<FieldTitle label={label} source={source} resource={resource} isRequired={isRequired} />}
      value={text}
      placeholder={translate('form.timeFormat')}
      error={fieldState.invalid}
      helperText={fieldState.invalid && <InputHelperText error={fieldState.error?.message} />}
      onChange={({ target }) => change(target.value)}
      onBlur={onBlur}
      slotProps={{
        htmlInput: { autoComplete: 'off', maxLength: 30, readOnly },
        input: {
          endAdornment: readOnly ? undefined : (
            <InputAdornment position="end">
              <Tooltip title={translate('form.pickTime')}>
                <IconButton size="small" edge="end" aria-label={pick} onClick={() => picker.current?.showPicker?.()}>
                  <CalendarToday fontSize="small" />
                </IconButton>
              </Tooltip>
              <Box
                component="input"
                ref={picker}
                type="datetime-local"
                tabIndex={-1}
                aria-hidden
                value={time ? localTime(time).replace(' ', 'T') : ''}
                onChange={({ target }) => target.value && field.onChange(toIsoSeconds(new Date(target.value)))}
                sx={visuallyHidden}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
