import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  MenuItem,
  TextField,
} from '@mui/material';
import { useDelete, useNotify, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useAll } from '../fields/RefInput.tsx';
import { isOver } from '../layout/useSession.ts';
import type { DeleteDialogProps } from '../resource.ts';
import { session } from '../services.ts';

/** Deletes a column; one that still holds something shows what, and offers to move it or to send all of it along. */
export function ColumnDeleteDialog({ resource, record, onClose }: DeleteDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const [holds, setHolds] = useState<Record<string, number>>();
  const [target, setTarget] = useState(0);
  const [remove, { isPending }] = useDelete();
  const { data: columns } = useAll(resource.name);
  const targets = (columns ?? []).filter((column) => column.model === record.model && column.id !== record.id);
  const title = String(record.title);

  const confirm = (meta?: Record<string, number>) =>
    remove(
      resource.name,
      { id: record.id, previousData: record, meta },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          if (isOver(session.status())) return;
          onClose();
          notify('list.deleted', { type: 'success' });
          refresh();
        },
        onError: (error) => {
          if (error instanceof CallFailure && error.data.holds) {
            setHolds(error.data.holds as Record<string, number>);
            return;
          }
          notify(error instanceof Error ? error.message : 'failure.refused', { type: 'error' });
        },
      },
    );

  return (
    <Dialog open onClose={onClose} aria-labelledby="delete-title" maxWidth="xs" fullWidth>
      <DialogTitle id="delete-title">
        {translate(holds ? 'column.deleteHolds' : 'list.deleteTitle', { title })}
      </DialogTitle>
      <DialogContent>
        {holds ? (
          <>
            {Object.entries(holds).map(([entity, n]) => (
              <DialogContentText key={entity}>
                {translate('column.holdsLine', { name: translate(`resources.${entity}.name`, { smart_count: n }), n })}
              </DialogContentText>
            ))}
            {targets.length > 0 && !holds.column && (
              <TextField
                select
                label={translate('column.move')}
                value={target || ''}
                onChange={(event) => setTarget(Number(event.target.value))}
                sx={{ mt: 2 }}
              >
                {targets.map((column) => (
                  <MenuItem key={column.id} value={column.id}>
                    {String(column.title)}
                  </MenuItem>
                ))}
              </TextField>
            )}
          </>
        ) : (
          <DialogContentText>{translate('list.deleteHint')}</DialogContentText>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={onClose}>{translate('list.cancel')}</Button>
        {target > 0 && (
          <Button variant="contained" loading={isPending} onClick={() => confirm({ move_to: target })}>
            {translate('column.moveAndDelete')}
          </Button>
        )}
        <Button
          color="error"
          variant={target > 0 ? 'outlined' : 'contained'}
          loading={isPending}
          onClick={() => confirm(holds && { cascade: 1 })}
        >
          {translate(holds ? 'column.cascade' : 'list.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
