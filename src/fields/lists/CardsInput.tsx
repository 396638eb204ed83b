import Add from '@mui/icons-material/Add';
import { Box, Button, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { common, type InputProps } from '../../declaration/common.ts';
import { useInputLabel } from '../../declaration/useFieldLabel.ts';
import type { UploadResult } from '../../upload/transport.ts';
import { UploadArea } from '../../upload/UploadArea.tsx';
import { kindsOf } from '../../upload/uploadKinds.ts';
import { RowsFrame, useRows, wideList } from './RowsFrame.tsx';
import { RemoveRow, SortableRows } from './SortableRows.tsx';

/** The properties of a row's input. */
export type CellOf = (key: string, field: InputProps['field']) => ReturnType<typeof common>;

interface Props extends InputProps {
  what: 'image' | 'file';
  rowOf: (file: UploadResult, at: number) => Record<string, unknown>;
  /** @param row the row's path in the form @param label what the row is called, such as `图片 3` */
  children: (cell: CellOf, row: string, label: string) => ReactNode;
}

export function CardsInput({ what, rowOf, children, ...props }: Props) {
  const { name, isReadOnly } = props;
  const translate = useTranslate();
  const label = useInputLabel(props);
  const rows = useRows(props);
  const nameOf = (at: number) => translate(`rows.${what}`, { n: at + 1 });
  const cellOf =
    (row: string): CellOf =>
    (key, field) =>
      common({ field, name: `${row}.${key}`, label: translate(`rows.${key}`), isNew: true, isReadOnly });
  const add = (files: UploadResult[]) => {
    const from = rows.length();
    rows.add(files.map((file, after) => rowOf(file, from + after)));
  };
  return (
    <UploadArea
      label={label}
      kinds={kindsOf(props.field)}
      isMultiple
      isReadOnly={isReadOnly}
      onSent={(sent) => add([sent])}
      below={
        !isReadOnly && (
          <AddByAddress
            label={translate(`rows.${what}Addresses`)}
            onAdd={(addresses) => add(addresses.map((url) => ({ url })))}
          />
        )
      }
    >
      <RowsFrame {...props} rows={rows}>
        <SortableRows
          {...rows}
          nameOf={nameOf}
          list={{ role: 'list', sx: { display: 'flex', flexDirection: 'column', gap: 1 } }}
          row={{ role: 'listitem', sx: card }}
        >
          {(at, handle) => (
            <>
              {handle}
              {children(cellOf(`${name}.${at}`), `${name}.${at}`, nameOf(at))}
              <RemoveRow rows={rows} at={at} name={nameOf(at)} />
            </>
          )}
        </SortableRows>
      </RowsFrame>
    </UploadArea>
  );
}

const card = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1,
  p: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;

export function CardCells({ second, children }: { second: '1fr' | '2fr'; children: ReactNode }) {
  return (
    <Box
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'grid',
        gap: 1,
        gridTemplateColumns: 'minmax(0, 1fr)',
        [wideList]: { gridTemplateColumns: `minmax(0, 1fr) minmax(0, ${second})` },
        '& > :last-child': { gridColumn: '1 / -1' },
      }}
    >
      {children}
    </Box>
  );
}

function AddByAddress({ label, onAdd }: { label: string; onAdd: (addresses: string[]) => void }) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const addresses = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const add = () => {
    onAdd(addresses);
    setText('');
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-end' }}>
      <TextField
        label={label}
        value={text}
        multiline
        minRows={1}
        maxRows={6}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        variant="outlined"
        startIcon={<Add />}
        disabled={addresses.length === 0}
        onClick={add}
        sx={{ flexShrink: 0 }}
      >
        {addresses.length > 1 ? translate('rows.addMany', { n: addresses.length }) : translate('rows.add')}
      </Button>
    </Box>
  );
}
