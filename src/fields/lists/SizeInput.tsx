import { TextField } from '@mui/material';
import { FieldTitle, useInput, useTranslate } from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import { useState } from 'react';
import { ifChecked } from '../../declaration/validators.ts';
import { readSize, sizeText } from '../../utils/format.ts';

interface Props {
  source: string;
  label: string;
  readOnly?: boolean;
}

/** A number of bytes, typed and shown as one reads it. */
export function SizeInput({ source, label, readOnly }: Props) {
  const translate = useTranslate();
  const isSize = (value: unknown) => (typeof value === 'string' && value !== '' ? 'form.noSize' : undefined);
  const { id, field, fieldState } = useInput({ source, validate: ifChecked(isSize), format: (value) => value ?? 0 });
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    // What is no size is kept as it is typed, so that the form says so.
    field.onChange(readSize(text) ?? text);
  };
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      label={<FieldTitle label={label} />}
      value={typed ?? (typeof field.value === 'number' ? sizeText(field.value) : field.value)}
      placeholder={translate('rows.sizeHint')}
      error={fieldState.invalid}
      helperText={fieldState.invalid && <InputHelperText error={fieldState.error?.message} />}
      onChange={({ target }) => change(target.value)}
      onBlur={() => {
        setTyped(undefined);
        field.onBlur();
      }}
      slotProps={{ htmlInput: { autoComplete: 'off', readOnly } }}
    />
  );
}
