import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { useAsyncAction } from '../ui/useToast.ts';

interface Props {
  title: string;
  label: string;
  /** The text of the button that sends it. */
  action: string;
  initial?: string;
  isRequired?: boolean;
  onSend: (note: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a sentence of at most 500 characters. */
export function NoteDialog({ title, label, action, initial = '', isRequired = false, onSend, onClose }: Props) {
  const translate = useTranslate();
  const { isBusy, run } = useAsyncAction();
  const [note, setNote] = useState(initial);
  const [error, setError] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isRequired && !note.trim()) return setError('ra.validation.required');
    return run(
      () => onSend(note.trim()),
      (errors) => setError(Object.values(errors)[0] ?? ''),
    );
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="note-title" maxWidth="xs" fullWidth>
      <form onSubmit={send} noValidate>
        <DialogTitle id="note-title">{title}</DialogTitle>
        <DialogContent>
          <TextField
            label={label}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            error={error !== ''}
            helperText={error && translate(error, { _: error })}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            required={isRequired}
            multiline
            minRows={3}
            autoFocus
            fullWidth
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('list.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
