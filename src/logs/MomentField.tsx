import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import { Box, IconButton, InputAdornment, TextField } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { localTime, readLocalTime } from '../fields/localTime.ts';

interface Props {
  label: string;
  /** ISO UTC. */
  value: string | undefined;
  /** The time that a text says. */
  read?: (text: string) => Date | undefined;
  /** Why the time that it holds is not taken. */
  error?: string | undefined;
  autoFocus?: boolean;
  onChange: (value: string | undefined) => void;
}

/** A time outside of a form, typed or picked; taken when one leaves the field or presses Enter. */
export function MomentField({ label, value, read = readLocalTime, error, autoFocus = false, onChange }: Props) {
  const translate = useTranslate();
  const shown = value ? localTime(new Date(value)) : '';
  const [text, setText] = useState(shown);
  /** What was typed when the field was left last: nothing is said of it before. */
  const [left, setLeft] = useState('');
  useEffect(() => setText(shown), [shown]);
  const picker = useRef<HTMLInputElement>(null);
  const time = read(text);
  const take = (typed: string) => {
    const taken = read(typed);
    setLeft(typed);
    if (typed !== shown && (taken || !typed)) onChange(taken && toIsoSeconds(taken));
  };
  const why = text && !time && text === left ? translate('formats.format_time') : error;
  return (
    <TextField
      label={label}
      value={text}
      placeholder={translate('form.timeFormat')}
      fullWidth
      // The field is opened to type in it (WAI-ARIA, dialog: initial focus).
      autoFocus={autoFocus}
      error={Boolean(why)}
      helperText={why}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => take(text)}
      onKeyDown={({ key }) => key === 'Enter' && take(text)}
      sx={{ mb: 1.5 }}
      slotProps={{
        htmlInput: { autoComplete: 'off', maxLength: 30 },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={`${translate('form.pickTime')}: ${label}`}
                onClick={() => picker.current?.showPicker?.()}
              >
                <CalendarToday fontSize="small" />
              </IconButton>
              <Box
                component="input"
                ref={picker}
                type="datetime-local"
                tabIndex={-1}
                aria-hidden
                value={time ? localTime(time).replace(' ', 'T') : ''}
                onChange={({ target }) => target.value && take(target.value)}
                sx={visuallyHidden}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
