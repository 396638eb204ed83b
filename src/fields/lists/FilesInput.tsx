import { Box, Chip, TextField } from '@mui/material';
import { FieldTitle, useInput, useTranslate } from 'ra-core';
import { InputHelperText, TextInput } from 'ra-ui-materialui';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { file, text } from '../../../contract/fields.ts';
import type { InputProps } from '../../declaration/common.ts';
import { ifChecked } from '../../declaration/validators.ts';
import type { UploadResult } from '../../upload/transport.ts';
import { extOf, nameOfFile } from '../../utils/files.ts';
import { readSize, sizeText } from '../../utils/format.ts';
import { CardCells, CardsInput } from './CardsInput.tsx';

const address = file({ required: true });
const line = text(500);
const rowOf = ({ url, name, size = 0 }: UploadResult) => ({
  title: nameOfFile(name ?? url),
  url,
  size,
  ext: extOf(url),
  extract_code: '',
});

export function FilesInput(props: InputProps) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  return (
    <CardsInput {...props} what="file" rowOf={rowOf}>
      {(cell, row) => (
        <CardCells second="1fr">
          <TextInput {...cell('title', line)} />
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
            <SizeInput {...cell('size', line)} label={translate('rows.size')} />
            <TextInput {...cell('extract_code', line)} />
          </Box>
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-end' }}>
            <TextInput
              {...cell('url', address)}
              onChange={({ target }) => setValue(`${row}.ext`, extOf(String(target.value)), { shouldDirty: true })}
            />
            <Ext name={`${row}.ext`} />
          </Box>
        </CardCells>
      )}
    </CardsInput>
  );
}

function Ext({ name }: { name: string }) {
  const ext = String(useWatch({ name }) ?? '');
  return ext ? <Chip size="small" label={ext} sx={{ mb: 0.75 }} /> : null;
}

/** A number of bytes, typed and shown as `1.5 MB`. */
function SizeInput({ source, label, readOnly }: { source: string; label: string; readOnly?: boolean }) {
  const translate = useTranslate();
  const isSize = (value: unknown) => (typeof value === 'string' && value !== '' ? 'form.noSize' : undefined);
  const { id, field, fieldState } = useInput({ source, validate: ifChecked(isSize), format: (value) => value ?? 0 });
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    // Text that is no size is stored as it is typed, so that the form refuses it.
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
