import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import { http } from '../services/services.ts';
import { useAsyncAction, useToast } from '../ui/useToast.ts';
import type { Folder } from './mediaRecord.ts';

interface Props {
  folder: Folder;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before an empty folder is deleted; of one that is not it says so. */
export function FolderDelete({ folder, onClose, onDeleted }: Props) {
  const translate = useTranslate();
  const toast = useToast();
  const queries = useQueryClient();
  const { isBusy, run } = useAsyncAction();
  const remove = () =>
    run(async () => {
      try {
        await http.call(mediaFolder.calls.delete, { id: folder.id });
        toast.success('media.folder.deleted', { name: folder.title });
        onDeleted();
      } finally {
        onClose();
        queries.invalidateQueries({ queryKey: [mediaFolder.name] });
      }
    });
  const isFull = folder.total > 0;
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="folder-title">
      <DialogTitle id="folder-title">{translate('list.deleteTitle', { title: folder.title })}</DialogTitle>
      <DialogContent>
        <DialogContentText>
          {translate(isFull ? 'media.folder.full' : 'media.folder.deleteHint', { smart_count: folder.total })}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus={isFull}>
          {translate(isFull ? 'form.close' : 'list.cancel')}
        </Button>
        {!isFull && (
          <Button color="error" variant="contained" autoFocus loading={isBusy} onClick={remove}>
            {translate('list.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
