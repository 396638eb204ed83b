import { TextField } from '@mui/material';
import { FieldTitle, useInput, useResourceContext, useTranslate, type Validator } from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import { patterns } from '../../contract/formats.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { dayOf, readMoment } from '../../contract/moment.ts';
import { useInputLabel } from '../declaration/useFieldLabel.ts';
import { ifChecked } from '../declaration/validators.ts';
import { localTime, readLocalTime } from '../utils/format.ts';
import { TimePicker } from './MomentField.tsx';

const isValue = (stored: string) => /^\d{4}-\d{2}-\d{2}T.+Z$/.test(stored);
const isTime: Validator = (value: unknown) => (!value || isValue(String(value)) ? undefined : 'formats.format_time');

const momentFormat: TypedFormat = {
  picker: { type: 'datetime-local', format: (written) => written.replace(' ', 'T') },
  pick: 'form.pickTime',
  placeholder: 'form.timeFormat',
  empty: null,
  isWhole: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/,
  isValue,
  write: (stored) => localTime(new Date(stored)),
  read: (text) => {
    const time = readLocalTime(text);
    return time && toIsoSeconds(time);
  },
};

/** A time as `2026-11-21 09:30` in the browser's zone, stored as ISO UTC to the second. */
export function MomentInput({ validate, ...props }: TypedTimeProps) {
  return <TypedTimeInput {...props} validate={[...ifChecked(isTime), ...validate]} format={momentFormat} />;
}

const isDay = new RegExp(patterns.day);

const dayFormat: TypedFormat = {
  picker: { type: 'date', format: (written) => written },
  pick: 'form.pickDay',
  placeholder: 'form.dayFormat',
  empty: '',
  isWhole: isDay,
  isValue: (stored) => isDay.test(stored),
  write: (stored) => stored,
  read: (text) => {
    const moment = readMoment(text);
    return moment && dayOf(moment);
  },
};

/** A day as `1990-02-03`, without a time zone. */
export const DayInput = (props: TypedTimeProps) => <TypedTimeInput {...props} format={dayFormat} />;

interface TypedTimeProps {
  source: string;
  label?: string;
  validate: Validator[];
  readOnly?: boolean;
  helperText?: string | false;
}

interface TypedFormat {
  /** The browser's picker, and its format of the written text. */
  picker: { type: 'date' | 'datetime-local'; format: (written: string) => string };
  pick: string;
  placeholder: string;
  /** The stored value of an empty input. */
  empty: string | null;
  /** Matches complete text, which is stored while typing. */
  isWhole: RegExp;
  /** Incomplete text is stored too, and shown as it was typed. */
  isValue: (stored: string) => boolean;
  write: (stored: string) => string;
  /** The value of typed or picked text; undefined if it cannot be read. */
  read: (text: string) => string | undefined;
}

/** The browser's own input would follow the browser's language. Incomplete text is stored: the form refuses it. */
function TypedTimeInput(props: TypedTimeProps & { format: TypedFormat }) {
  const { source, label, validate, readOnly, helperText = false, format } = props;
  const translate = useTranslate();
  const resource = useResourceContext();
  const { picker, isWhole, isValue, write, read, empty } = format;
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
  const inputLabel = useInputLabel({ name: source, label });
  const pick = translate(format.pick);
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      label={<FieldTitle label={label} source={source} resource={resource} isRequired={isRequired} />}
      value={text}
      placeholder={translate(format.placeholder)}
      error={fieldState.invalid}
      helperText={
        (fieldState.invalid || helperText) && (
          <InputHelperText error={fieldState.error?.message} helperText={helperText} />
        )
      }
      onChange={({ target }) => change(target.value)}
      onBlur={onBlur}
      slotProps={{
        htmlInput: { autoComplete: 'off', maxLength: 30, readOnly },
        input: {
          endAdornment: readOnly ? undefined : (
            <TimePicker
              type={picker.type}
              label={`${pick}: ${inputLabel}`}
              tooltip={pick}
              value={value === undefined ? '' : picker.format(write(value))}
              onPick={(picked) => field.onChange(read(picked))}
            />
          ),
        },
      }}
    />
  );
}
