import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { Check } from '../bulk/Check.tsx';
import { Time } from '../fields/Time.tsx';
import { Actions, type BinRowsProps, Named, SelectOne } from './binParts.tsx';
import { keyOf } from './useRecycleBin.ts';

const headings = ['name', 'kind', 'deletedAt', 'deletedBy'] as const;

/** The records of the recycle bin. */
export function BinTable({ rows, selected, onToggle, onAsk }: BinRowsProps) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const keys = new Set(selected.map(keyOf));
  const chosen = rows.filter((row) => keys.has(keyOf(row))).length;
  return (
    <Box tabIndex={-1} sx={{ overflow: 'auto', minHeight: 0 }}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 0, pr: 0 }}>
              <Check
                label={translate('bulk.selectPage')}
                isOn={chosen === rows.length}
                isPartly={chosen > 0 && chosen < rows.length}
                onChange={(isOn) => onToggle(rows, isOn)}
              />
            </TableCell>
            {headings.map((heading) => (
              <TableCell key={heading}>{translate(`recycle.${heading}`)}</TableCell>
            ))}
            <TableCell align="right">{translate('list.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} hover>
              <TableCell sx={{ pr: 0 }}>
                <SelectOne row={row} isOn={keys.has(keyOf(row))} onToggle={onToggle} />
              </TableCell>
              <TableCell sx={{ width: '99%', overflowWrap: 'anywhere' }}>
                <Named row={row} />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{label(row.entity, 1)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                <Time value={row.deleted_at} />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{row.deleted_by}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions row={row} onAsk={onAsk} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
