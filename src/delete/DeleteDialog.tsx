import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { DeleteDialogProps } from '../declaration/resource.ts';
import { features } from '../services/services.ts';
import { DependentsList } from './DependentsList.tsx';
import { useDeleteRecord } from './useDeleteRecord.ts';

/** Asks for confirmation before a record is deleted, or lists the dependents that prevent it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { resource, record, onClose } = props;
  const translate = useTranslate();
  const { confirm, isPending, title, holds } = useDeleteRecord(props);
  return (
    <Dialog open onClose={onClose} aria-labelledby="delete-title" maxWidth="xs" fullWidth>
      <DialogTitle id="delete-title">{translate(holds ? 'list.held' : 'list.deleteTitle', { title })}</DialogTitle>
      {holds ? (
        <DialogContent>
          <DependentsList resource={resource} record={record} holds={holds} />
          <DialogContentText sx={{ mt: 2 }}>{translate('list.heldHint')}</DialogContentText>
        </DialogContent>
      ) : (
        resource.entity.recycle && (
          <DialogContent>
            <DialogContentText>
              {translate(features.has('recycle') ? 'list.deleteHint' : 'bulk.deleteForGood')}
            </DialogContentText>
          </DialogContent>
        )
      )}
      <DialogActions>
        <Button onClick={onClose} autoFocus={holds !== undefined}>
          {translate(holds ? 'form.close' : 'list.cancel')}
        </Button>
        {!holds && (
          <Button color="error" variant="contained" autoFocus loading={isPending} onClick={() => confirm()}>
            {translate('list.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
