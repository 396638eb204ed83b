import Delete from '@mui/icons-material/DeleteOutline';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  IconButton,
  TextField,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { useActiveFilters } from './useActiveFilters.ts';
import { useQueries } from './useQueries.ts';

export function QueriesDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate();
  const { queries, save, remove } = useQueries(resource);
  const { words } = useActiveFilters(resource);
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!name.trim()) return;
    save(name.trim());
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="queries-title" maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id="queries-title">{translate('listMenu.saveQuery')}</DialogTitle>
        <DialogContent>
          {words && (
            <DialogContentText sx={{ mb: 2 }}>{translate('list.narrowedBy', { filters: words })}</DialogContentText>
          )}
          <TextField
            autoFocus
            fullWidth
            sx={{ mt: 0.5 }}
            label={translate('listMenu.queryName')}
            value={name}
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
          {queries.length > 0 && (
            <Box
              component="ul"
              aria-label={translate('listMenu.queries')}
              sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}
            >
              {queries.map((query) => (
                <Box component="li" key={query.name} sx={{ display: 'flex', alignItems: 'center' }}>
                  <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{query.name}</Box>
                  <IconButton
                    size="small"
                    aria-label={`${translate('list.delete')} ${query.name}`}
                    onClick={() => remove(query.name)}
                  >
                    <Delete fontSize="small" />
                  </IconButton>
                </Box>
              ))}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('list.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!name.trim()}>
            {translate('form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
