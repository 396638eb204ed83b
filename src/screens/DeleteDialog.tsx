import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { DeleteDialogProps } from '../resource.ts';
import { useDeleteRecord } from './useDeleteRecord.ts';

/** Asks before a record is deleted, and says what becomes of it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { resource, record, onClose } = props;
  const translate = useTranslate();
  const { confirm, isPending } = useDeleteRecord(props);
  const title = String(record[resource.entity.label] ?? record.id);
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
        <Button color="error" variant="contained" autoFocus loading={isPending} onClick={() => confirm()}>
          {translate('list.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
