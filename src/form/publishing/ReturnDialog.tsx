import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { returnToAuthor } from '../../../contract/calls/publishing.ts';
import { http } from '../../services/services.ts';
import { useAsyncAction, useToast } from '../../ui/useToast.ts';

interface Props {
  about: { entity: string; id: number };
  onClose: () => void;
  onReturned: () => unknown;
}

/** Asks for the sentence with which a text is returned to its author. */
export function ReturnDialog({ about, onClose, onReturned }: Props) {
  const translate = useTranslate();
  const toast = useToast();
  const { isBusy, run } = useAsyncAction();
  const [note, setNote] = useState('');
  const [error, setError] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!note.trim()) return setError('ra.validation.required');
    return run(
      async () => {
        await http.call(returnToAuthor, { ...about, note: note.trim() });
        toast.success('publishing.returned');
        onClose();
        await onReturned();
      },
      (errors) => setError(errors.note ?? Object.values(errors)[0] ?? ''),
    );
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="return-title" maxWidth="xs" fullWidth>
      <form onSubmit={send} noValidate>
        <DialogTitle id="return-title">{translate('publishing.returnTitle')}</DialogTitle>
        <DialogContent>
          <TextField
            label={translate('publishing.note')}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            error={error !== ''}
            helperText={error && translate(error, { _: error })}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            required
            multiline
            minRows={3}
            autoFocus
            fullWidth
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('list.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {translate('publishing.return')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
