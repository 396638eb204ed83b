import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import { Box, IconButton, InputAdornment, TextField, Tooltip } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { localTime, readLocalTime } from '../utils/format.ts';
import { isCompositionKey } from '../utils/keyboard.ts';

interface Props {
  label: string;
  /** ISO UTC. */
  value: string | undefined;
  read?: (text: string) => Date | undefined;
  error?: string | undefined;
  autoFocus?: boolean;
  onChange: (value: string | undefined) => void;
}

/** A time outside of a form, typed or picked. `onChange` is called on blur, on Enter and by the picker. */
export function MomentField({ label, value, read = readLocalTime, error, autoFocus = false, onChange }: Props) {
  const translate = useTranslate();
  const shown = value ? localTime(new Date(value)) : '';
  const [text, setText] = useState(shown);
  /** The text that was last committed: no error is shown while the user is still typing. */
  const [committed, setCommitted] = useState('');
  useEffect(() => setText(shown), [shown]);
  const time = read(text);
  const commit = (typed: string) => {
    const parsed = read(typed);
    setCommitted(typed);
    if (typed !== shown && (parsed || !typed)) onChange(parsed && toIsoSeconds(parsed));
  };
  const message = text && !time && text === committed ? translate('formats.format_time') : error;
  return (
    <TextField
      label={label}
      value={text}
      placeholder={translate('form.timeFormat')}
      fullWidth
      // The initial focus of the dialog around it (WAI-ARIA, dialog pattern).
      autoFocus={autoFocus}
      error={Boolean(message)}
      helperText={message}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => commit(text)}
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !isCompositionKey(nativeEvent) && commit(text)}
      sx={{ mb: 1.5 }}
      slotProps={{
        htmlInput: { autoComplete: 'off', maxLength: 30 },
        input: {
          endAdornment: (
            <TimePicker
              type="datetime-local"
              label={`${translate('form.pickTime')}: ${label}`}
              value={time ? localTime(time).replace(' ', 'T') : ''}
              onPick={commit}
            />
          ),
        },
      }}
    />
  );
}

interface TimePickerProps {
  type: 'date' | 'datetime-local';
  label: string;
  tooltip?: string;
  /** As the browser's input of this type writes it; '' for none. */
  value: string;
  onPick: (value: string) => void;
}

export function TimePicker({ type, label, tooltip = '', value, onPick }: TimePickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <InputAdornment position="end">
      <Tooltip title={tooltip}>
        <IconButton size="small" edge="end" aria-label={label} onClick={() => picker.current?.showPicker?.()}>
          <CalendarToday fontSize="small" />
        </IconButton>
      </Tooltip>
      <Box
        component="input"
        ref={picker}
        type={type}
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={({ target }) => target.value && onPick(target.value)}
        sx={visuallyHidden}
      />
    </InputAdornment>
  );
}
