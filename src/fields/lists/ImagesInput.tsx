import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { image, text } from '../../../contract/fields.ts';
import { common, type InputProps } from '../common.ts';
import { AddByAddress } from './AddByAddress.tsx';
import { Preview } from './Preview.tsx';
import { RemoveRow } from './RemoveRow.tsx';
import { RowsFrame } from './RowsFrame.tsx';
import { listStyle, rowStyle } from './rowStyle.ts';
import { SortableRows } from './SortableRows.tsx';
import { useRows } from './useRows.ts';

const url = image({ required: true });
const line = text(500);

/** Pictures in an order, each with its address, title and caption. */
export function ImagesInput(props: InputProps) {
  const { name, isReadOnly } = props;
  const translate = useTranslate();
  const rows = useRows(props);
  const nameOf = (at: number) => translate('rows.image', { n: at + 1 });
  const cell = (at: number, key: string, field: InputProps['field']) => (
    <TextInput
      {...common({ field, name: `${name}.${at}.${key}`, label: translate(`rows.${key}`), isNew: true, isReadOnly })}
    />
  );
  const add = (addresses: string[]) =>
    rows.add(addresses.map((url, i) => ({ url, title: '', intro: '', sort: rows.rows.length + i })));
  return (
    <RowsFrame {...props} rows={rows} adding={<AddByAddress label={translate('rows.imageAddresses')} onAdd={add} />}>
      <SortableRows
        {...rows}
        nameOf={nameOf}
        list={{ role: 'list', sx: listStyle }}
        row={{ role: 'listitem', sx: rowStyle }}
      >
        {(at, handle) => (
          <>
            {handle}
            <Preview name={`${name}.${at}.url`} />
            <Box sx={cells}>
              {cell(at, 'title', line)}
              {cell(at, 'intro', line)}
              <Box sx={{ gridColumn: '1 / -1' }}>{cell(at, 'url', url)}</Box>
            </Box>
            <RemoveRow rows={rows} at={at} name={nameOf(at)} />
          </>
        )}
      </SortableRows>
    </RowsFrame>
  );
}

const cells = {
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gap: 1,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr)' },
};
