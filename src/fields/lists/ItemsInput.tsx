import Add from '@mui/icons-material/Add';
import { Box, Button, type Theme } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useResourceContext, useTranslate } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import { codecs } from '../../../contract/codecs.ts';
import { isBlankItem } from '../../../contract/fields.ts';
import type { Kind } from '../../../contract/kinds.ts';
import type { InputProps } from '../../declaration/common.ts';
import { labelStyle, sizes } from '../../theme/index.ts';
import { FileCell } from '../FileInput.tsx';
import { inputs } from '../inputs.tsx';
import { useDropsBlankRows } from './blankRows.ts';
import { type Rows, RowsFrame, useRows } from './RowsFrame.tsx';
import { RemoveRow, SortableRows } from './SortableRows.tsx';

const cellInputs: Partial<Record<Kind, ComponentType<InputProps>>> = { ...inputs, image: FileCell, file: FileCell };

const widths: Partial<Record<Kind, string>> = {
  int: 'minmax(0, 2fr)',
  money: 'minmax(0, 2fr)',
  flag: sizes.formSwitch,
};
const widthOf = ({ kind }: InputProps['field']) => widths[kind] ?? 'minmax(0, 3fr)';

export function ItemsInput(props: InputProps & { extra?: (rows: Rows) => ReactNode }) {
  const { name, field, isNew, isReadOnly, extra } = props;
  const translate = useTranslate();
  const resource = useResourceContext();
  const rows = useRows(props);
  const cells = Object.entries(field.of ?? {});
  useDropsBlankRows(() => {
    const blank = rows.rows.flatMap((_row, at) => (isBlankItem(field.of ?? {}, rows.valueOf(at)) ? [at] : []));
    if (blank.length > 0) rows.remove(blank);
    return blank.length > 0;
  });
  const labelOf = (key: string) => translate(`resources.${resource}.items.${name}.${key}`);
  const nameOf = (at: number) => translate('rows.row', { n: at + 1 });
  const empty = Object.fromEntries(cells.map(([key, { kind, default: first }]) => [key, first ?? codecs[kind].empty]));
  const columns = {
    display: 'grid',
    gap: 1,
    gridTemplateColumns: {
      xs: 'minmax(0, 1fr)',
      sm: `${sizes.handle} ${cells.map(([, each]) => widthOf(each)).join(' ')} ${sizes.handle}`,
    },
  };
  return (
    <RowsFrame
      {...props}
      rows={rows}
      adding={
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button variant="outlined" startIcon={<Add />} onClick={() => rows.add([empty])}>
            {translate('rows.addRow')}
          </Button>
          {extra?.(rows)}
        </Box>
      }
    >
      <Box aria-hidden sx={{ ...columns, display: { xs: 'none', sm: 'grid' }, ...heading }}>
        <span />
        {cells.map(([key, { required }]) => (
          <span key={key}>
            {labelOf(key)}
            {required && ' *'}
          </span>
        ))}
      </Box>
      <SortableRows
        {...rows}
        nameOf={nameOf}
        list={{ role: 'list', sx: { display: 'flex', flexDirection: 'column', gap: { xs: 1.5, sm: 1 } } }}
        row={{ role: 'listitem', sx: [columns, rowStyle, withoutLabels] }}
      >
        {(at, handle) => (
          <>
            <Box sx={{ pt: { sm: 0.5 } }}>{handle}</Box>
            {cells.map(([key, each]) => {
              const Input = cellInputs[each.kind];
              if (!Input) throw new Error(`${name}.${key}: there is no input for ${each.kind}`);
              const cell = { field: each, name: `${name}.${at}.${key}`, label: labelOf(key), isNew, isReadOnly };
              return <Input key={key} {...cell} />;
            })}
            <Box sx={removeStyle}>
              <RemoveRow rows={rows} at={at} name={nameOf(at)} />
            </Box>
          </>
        )}
      </SortableRows>
    </RowsFrame>
  );
}

const heading = { whiteSpace: 'nowrap', color: 'text.secondary', ...labelStyle };
const rowStyle = {
  position: 'relative',
  alignItems: 'start',
  '& .MuiFormControlLabel-root': { mx: 0 },
  border: { xs: 1, sm: 0 },
  borderColor: 'divider',
  borderRadius: 1,
  p: { xs: 1, sm: 0 },
};
const removeStyle = ({ spacing, breakpoints }: Theme) => ({
  paddingTop: spacing(0.5),
  [breakpoints.down('sm')]: { position: 'absolute', top: spacing(0.5), insetInlineEnd: spacing(1) },
});
/** A table's heading replaces the labels of its cells. */
const withoutLabels = ({ breakpoints }: Theme) => ({
  [breakpoints.up('sm')]: { '& .MuiInputLabel-root, & .MuiFormControlLabel-label': visuallyHidden },
});
