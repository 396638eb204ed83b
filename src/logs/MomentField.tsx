import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import { Box, IconButton, InputAdornment, TextField } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { localTime, readLocalTime } from '../fields/localTime.ts';
import { sizes } from '../theme/index.ts';

interface Props {
  label: string;
  /** ISO UTC. */
  value: string | undefined;
  /** The time that a text says. */
  read?: (text: string) => Date | undefined;
  onChange: (value: string | undefined) => void;
}

/** A time outside of a form, typed or picked; taken when one leaves the field or presses Enter. */
export function MomentField({ label, value, read = readLocalTime, onChange }: Props) {
  const translate = useTranslate();
  const shown = value ? localTime(new Date(value)) : '';
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const picker = useRef<HTMLInputElement>(null);
  const time = read(text);
  const take = (typed: string) => {
    const taken = read(typed);
    if (typed !== shown && (taken || !typed)) onChange(taken && toIsoSeconds(taken));
  };
  return (
    <TextField
      value={text}
      placeholder={label}
      error={Boolean(text) && !time}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => take(text)}
      onKeyDown={({ key }) => key === 'Enter' && take(text)}
      sx={{ width: sizes.moment }}
      slotProps={{
        htmlInput: { 'aria-label': label, autoComplete: 'off', maxLength: 30, title: translate('form.timeFormat') },
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
