import { Box } from '@mui/material';
import { useGetResourceLabel } from 'ra-core';
import { Time } from '../fields/Time.tsx';
import { Actions, type BinRowsProps, Named, SelectOne } from './binParts.tsx';
import { keyOf } from './useRecycleBin.ts';

/** The records of the recycle bin where the screen is narrow. */
export function BinCards({ rows, selected, onToggle, onAsk }: BinRowsProps) {
  const label = useGetResourceLabel();
  const keys = new Set(selected.map(keyOf));
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, overflowY: { sm: 'auto' } }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={keyOf(row)}
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, minWidth: 0 }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <SelectOne row={row} isOn={keys.has(keyOf(row))} onToggle={onToggle} />
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Named row={row} />
            </Box>
            <Actions row={row} onAsk={onAsk} />
          </Box>
          <Box sx={{ color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
            <span>{label(row.entity, 1)}</span>
            <Time value={row.deleted_at} />
            <span>{row.deleted_by}</span>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
