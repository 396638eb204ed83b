import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import {
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  IconButton,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useColumns } from './useColumns.ts';

export function ColumnsDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const { columns, possible, choose, reset, isOwn } = useColumns(resource);
  const [first = ''] = columns;
  const rows = [...columns, ...possible.filter((name) => !columns.includes(name))];
  const move = (at: number, by: 1 | -1) => {
    const moved = [...columns];
    const [name = ''] = moved.splice(at, 1);
    moved.splice(at + by, 0, name);
    choose(moved);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="columns-title" maxWidth="xs" fullWidth>
      <DialogTitle id="columns-title">{translate('listMenu.columns')}</DialogTitle>
      <DialogContent dividers>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((name) => {
            const at = columns.indexOf(name);
            const isShown = at >= 0;
            return (
              <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center' }}>
                <FormControlLabel
                  sx={{ flex: 1, minWidth: 0 }}
                  label={label(name)}
                  disabled={name === first}
                  control={
                    <Checkbox
                      size="small"
                      checked={isShown}
                      onChange={() => choose(isShown ? columns.filter((each) => each !== name) : [...columns, name])}
                    />
                  }
                />
                {isShown && name !== first && (
                  <>
                    <IconButton
                      size="small"
                      disabled={at === 1}
                      aria-label={translate('listMenu.up', { name: label(name) })}
                      onClick={() => move(at, -1)}
                    >
                      <ArrowUpward fontSize="small" />
                    </IconButton>
                    <IconButton
                      size="small"
                      disabled={at === columns.length - 1}
                      aria-label={translate('listMenu.down', { name: label(name) })}
                      onClick={() => move(at, 1)}
                    >
                      <ArrowDownward fontSize="small" />
                    </IconButton>
                  </>
                )}
              </Box>
            );
          })}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={reset} disabled={!isOwn}>
          {translate('listMenu.reset')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {translate('bulk.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
