import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useDelete, useNotify, useRefresh, useTranslate } from 'ra-core';
import { isOver } from '../layout/useSession.ts';
import type { DeleteDialogProps } from '../resource.ts';
import { session } from '../services.ts';

/** Asks before a record is deleted, and says what becomes of it. */
export function DeleteDialog({ resource, record, onClose }: DeleteDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const [remove, { isPending }] = useDelete();
  const title = String(record[resource.entity.label] ?? record.id);
  const confirm = () =>
    remove(
      resource.name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          if (isOver(session.status())) return;
          onClose();
          notify('list.deleted', { type: 'success' });
          refresh();
        },
        onError: (error) => {
          onClose();
          notify(error instanceof Error ? error.message : 'failure.refused', { type: 'error' });
          refresh();
        },
      },
    );
  return (
    <Dialog open onClose={onClose} aria-labelledby="delete-title" maxWidth="xs" fullWidth>
      <DialogTitle id="delete-title">{translate('list.deleteTitle', { title })}</DialogTitle>
      {resource.entity.recycle && (
        <DialogContent>
          <DialogContentText>{translate('list.deleteHint')}</DialogContentText>
        </DialogContent>
      )}
      <DialogActions>
        <Button onClick={onClose}>{translate('list.cancel')}</Button>
        <Button color="error" variant="contained" autoFocus loading={isPending} onClick={confirm}>
          {translate('list.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
