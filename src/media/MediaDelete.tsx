import { Alert, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { DeleteDialogProps } from '../declaration/resource.ts';
import { useDeleteRecord } from '../delete/DeleteDialog.tsx';
import { MediaUses } from './MediaUses.tsx';

export function MediaDelete(props: DeleteDialogProps) {
  const { record, onClose } = props;
  const translate = useTranslate();
  const { confirm, isPending, title, dependents } = useDeleteRecord(props);
  const isUsed = dependents !== undefined || record.used === 1;
  return (
    <Dialog open onClose={onClose} aria-labelledby="delete-title" maxWidth={isUsed ? 'sm' : 'xs'} fullWidth>
      <DialogTitle id="delete-title" sx={{ overflowWrap: 'anywhere' }}>
        {translate(isUsed ? 'media.usedTitle' : 'list.deleteTitle', { title })}
      </DialogTitle>
      <DialogContent>
        {isUsed ? (
          <>
            <Alert severity="warning" sx={{ mb: 2 }}>
              {translate('media.usedHint')}
            </Alert>
            <MediaUses id={record.id} />
          </>
        ) : (
          <DialogContentText>{translate('list.deleteHint')}</DialogContentText>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus={isUsed}>
          {translate('list.cancel')}
        </Button>
        <Button
          color="error"
          variant="contained"
          autoFocus={!isUsed}
          loading={isPending}
          onClick={() => confirm(isUsed ? { confirmed: 1 } : undefined)}
        >
          {translate(isUsed ? 'media.deleteAnyway' : 'list.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
