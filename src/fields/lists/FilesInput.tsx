import { Box, Chip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { useFormContext, useWatch } from 'react-hook-form';
import { file, text } from '../../../contract/fields.ts';
import type { InputProps } from '../../declaration/common.ts';
import type { UploadResult } from '../../upload/transport.ts';
import { extOf, nameOfFile } from '../../utils/files.ts';
import { CardCells } from './CardCells.tsx';
import { CardsInput } from './CardsInput.tsx';
import { SizeInput } from './SizeInput.tsx';

const address = file({ required: true });
const line = text(500);
const rowOf = ({ url, name, size = 0 }: UploadResult) => ({
  title: nameOfFile(name ?? url),
  ...{ url, size, ext: extOf(url), extract_code: '' },
});

/** Files in an order: title, address, size and extract code; the kind of file is told by its address. */
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
