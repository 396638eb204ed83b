import { patterns } from '../../contract/formats.ts';
import { dayOf, readMoment } from '../../contract/moment.ts';
import { type Writing, WrittenInput, type WrittenProps } from './WrittenInput.tsx';

const isDay = new RegExp(patterns.day);

const writing: Writing = {
  picker: { type: 'date', of: (written) => written },
  pick: 'form.pickDay',
  placeholder: 'form.dayFormat',
  isWhole: isDay,
  isValue: (stored) => isDay.test(stored),
  write: (stored) => stored,
  read: (text) => {
    const moment = readMoment(text);
    return moment && dayOf(moment);
  },
};

/** A day as `1990-02-03`, in no zone. */
export const DayInput = (props: WrittenProps) => <WrittenInput {...props} writing={writing} empty="" />;
