import { Alert, Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { CellError } from '../../contract/calls/transfer.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';

interface Props {
  resource: Resource;
  errors: CellError[];
  more: number;
}

export function CellErrors({ resource, errors, more }: Props) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  return (
    <>
      <Alert severity="error" sx={{ mt: 2 }}>
        {translate('transfer.bad', { smart_count: errors.length + more })}
      </Alert>
      <Box tabIndex={0} sx={{ mt: 1, maxHeight: '40vh', overflow: 'auto' }}>
        <Table size="small" stickyHeader sx={{ '& td, & th': { px: { xs: 0.5, sm: 2 } } }}>
          <TableHead>
            <TableRow>
              {['row', 'column', 'value', 'reason'].map((heading) => (
                <TableCell key={heading}>{translate(`transfer.${heading}`)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {errors.map(({ row, field, column, value, msg }) => (
              <TableRow key={`${row} ${field} ${column} ${value}`}>
                <TableCell>{row}</TableCell>
                <TableCell sx={{ whiteSpace: { sm: 'nowrap' } }}>
                  {column || (field && label(field.split('.')[0] ?? ''))}
                </TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere', minWidth: '3.5em' }}>{value}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{msg}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {more > 0 && <Box sx={{ mt: 1 }}>{translate('bulk.more', { n: more })}</Box>}
    </>
  );
}
