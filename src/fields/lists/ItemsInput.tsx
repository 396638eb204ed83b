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
import { type Rows, RowsFrame, useRows, wideList } from './RowsFrame.tsx';
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
    gridTemplateColumns: 'minmax(0, 1fr)',
    [wideList]: {
      gridTemplateColumns: `${sizes.handle} ${cells.map(([, each]) => widthOf(each)).join(' ')} ${sizes.handle}`,
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
      <Box aria-hidden sx={[columns, heading]}>
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
        list={{ role: 'list', sx: listStyle }}
        row={{ role: 'listitem', sx: [columns, rowStyle, withoutLabels] }}
      >
        {(at, handle) => (
          <>
            <Box sx={{ [wideList]: { pt: 0.5 } }}>{handle}</Box>
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

const heading = {
  display: 'none',
  whiteSpace: 'nowrap',
  color: 'text.secondary',
  ...labelStyle,
  [wideList]: { display: 'grid' },
};
const listStyle = { display: 'flex', flexDirection: 'column', gap: 1.5, [wideList]: { gap: 1 } };
const rowStyle = {
  position: 'relative',
  alignItems: 'start',
  '& .MuiFormControlLabel-root': { mx: 0 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  p: 1,
  [wideList]: { border: 0, p: 0 },
};
const removeStyle = {
  position: 'absolute',
  top: ({ spacing }: Theme) => spacing(0.5),
  insetInlineEnd: ({ spacing }: Theme) => spacing(1),
  [wideList]: { position: 'static', pt: 0.5 },
};
/** A table's heading replaces the labels of its cells. */
const withoutLabels = { [wideList]: { '& .MuiInputLabel-root, & .MuiFormControlLabel-label': visuallyHidden } };
