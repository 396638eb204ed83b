import { Box, Chip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { useFormContext, useWatch } from 'react-hook-form';
import { file, text } from '../../../contract/fields.ts';
import { common, type InputProps } from '../common.ts';
import { AddByAddress } from './AddByAddress.tsx';
import { extOf, nameOfFile } from './fileName.ts';
import { RemoveRow } from './RemoveRow.tsx';
import { RowsFrame } from './RowsFrame.tsx';
import { listStyle, rowStyle } from './rowStyle.ts';
import { SizeInput } from './SizeInput.tsx';
import { SortableRows } from './SortableRows.tsx';
import { useRows } from './useRows.ts';

const address = file({ required: true });
const line = text(500);

/** Files in an order: title, address, size and extract code; the kind of file is told by its address. */
export function FilesInput(props: InputProps) {
  const { name, isReadOnly } = props;
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const rows = useRows(props);
  const nameOf = (at: number) => translate('rows.file', { n: at + 1 });
  const cell = (at: number, key: string, field: InputProps['field']) =>
    common({ field, name: `${name}.${at}.${key}`, label: translate(`rows.${key}`), isNew: true, isReadOnly });
  const add = (addresses: string[]) =>
    rows.add(addresses.map((url) => ({ title: nameOfFile(url), url, size: 0, ext: extOf(url), extract_code: '' })));
  return (
    <RowsFrame {...props} rows={rows} adding={<AddByAddress label={translate('rows.fileAddresses')} onAdd={add} />}>
      <SortableRows
        {...rows}
        nameOf={nameOf}
        list={{ role: 'list', sx: listStyle }}
        row={{ role: 'listitem', sx: rowStyle }}
      >
        {(at, handle) => (
          <>
            {handle}
            <Box sx={cells}>
              <TextInput {...cell(at, 'title', line)} />
              <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
                <SizeInput {...cell(at, 'size', line)} label={translate('rows.size')} />
                <TextInput {...cell(at, 'extract_code', line)} />
              </Box>
              <Box sx={{ gridColumn: '1 / -1', display: 'flex', gap: 1, alignItems: 'flex-end' }}>
                <TextInput
                  {...cell(at, 'url', address)}
                  onChange={({ target }) =>
                    setValue(`${name}.${at}.ext`, extOf(String(target.value)), { shouldDirty: true })
                  }
                />
                <Ext name={`${name}.${at}.ext`} />
              </Box>
            </Box>
            <RemoveRow rows={rows} at={at} name={nameOf(at)} />
          </>
        )}
      </SortableRows>
    </RowsFrame>
  );
}

function Ext({ name }: { name: string }) {
  const ext = String(useWatch({ name }) ?? '');
  return ext ? <Chip size="small" label={ext} sx={{ mb: 0.75 }} /> : null;
}

const cells = {
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gap: 1,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
};
