import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { common, type InputProps } from '../../declaration/common.ts';
import { useInputLabel } from '../../declaration/useFieldLabel.ts';
import { kindsOf } from '../../upload/offered.ts';
import type { UploadResult } from '../../upload/transport.ts';
import { UploadArea } from '../../upload/UploadArea.tsx';
import { AddByAddress } from './AddByAddress.tsx';
import { RemoveRow } from './RemoveRow.tsx';
import { RowsFrame } from './RowsFrame.tsx';
import { SortableRows } from './SortableRows.tsx';
import { useRows } from './useRows.ts';

interface Props extends InputProps {
  what: 'image' | 'file';
  /** What a new row holds. @param at its place in the list */
  rowOf: (file: UploadResult, at: number) => Record<string, unknown>;
  /** @param cell what an input of one of a row's values takes */
  children: (cell: (key: string, field: InputProps['field']) => ReturnType<typeof common>, row: string) => ReactNode;
}

/** Pictures or files in an order, a card each; they are uploaded, chosen or added by their addresses. */
export function CardsInput({ what, rowOf, children, ...props }: Props) {
  const { name, isReadOnly } = props;
  const translate = useTranslate();
  const label = useInputLabel(props);
  const rows = useRows(props);
  const nameOf = (at: number) => translate(`rows.${what}`, { n: at + 1 });
  const cellOf = (row: string) => (key: string, field: InputProps['field']) =>
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
              {children(cellOf(`${name}.${at}`), `${name}.${at}`)}
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
