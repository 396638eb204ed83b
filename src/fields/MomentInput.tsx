import type { Validator } from 'ra-core';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { ifChecked } from '../declaration/validators.ts';
import { localTime, readLocalTime } from '../utils/format.ts';
import { type Writing, WrittenInput, type WrittenProps } from './WrittenInput.tsx';

const isValue = (stored: string) => /^\d{4}-\d{2}-\d{2}T.+Z$/.test(stored);
const isTime: Validator = (value: unknown) => (!value || isValue(String(value)) ? undefined : 'formats.format_time');

const writing: Writing = {
  picker: { type: 'datetime-local', of: (written) => written.replace(' ', 'T') },
  pick: 'form.pickTime',
  placeholder: 'form.timeFormat',
  isWhole: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/,
  isValue,
  write: (stored) => localTime(new Date(stored)),
  read: (text) => {
    const time = readLocalTime(text);
    return time && toIsoSeconds(time);
  },
};

/** A time as `2026-11-21 09:30` in the browser's zone, kept as ISO UTC to the second. */
export function MomentInput({ validate, ...props }: WrittenProps) {
  return <WrittenInput {...props} validate={[...validate, ...ifChecked(isTime)]} writing={writing} empty={null} />;
}
