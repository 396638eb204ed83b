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
import { type RaRecord, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useAll } from '../fields/useAll.ts';
import type { DeleteDialogProps } from '../resource.ts';
import { features } from '../services.ts';
import { Holds } from './Holds.tsx';
import { heldBy } from './heldBy.ts';
import { useDeleteRecord } from './useDeleteRecord.ts';

/** Deletes a column; what it still holds is shown at once, and can be moved or sent along. */
export function ColumnDeleteDialog(props: DeleteDialogProps) {
  const { resource, record, onClose } = props;
  const translate = useTranslate();
  const [target, setTarget] = useState(0);
  const mayTake = features.has('columnContents');
  const { data: columns, isPending: isCounting } = useAll(resource.name);
  const { confirm, isPending, title, holds } = useDeleteRecord(props, heldBy(columns ?? [], record.id));
  // A column of single pages that has its one record takes no other.
  const isFull = (column: RaRecord) => column.model === 'single' && column.total > 0;
  const targets = (columns ?? []).filter(
    (column) => column.model === record.model && column.id !== record.id && !isFull(column),
  );

  return (
    <Dialog open onClose={onClose} aria-labelledby="delete-title" maxWidth="xs" fullWidth>
      <DialogTitle id="delete-title">
        {translate(holds ? 'column.deleteHolds' : 'list.deleteTitle', { title })}
      </DialogTitle>
      <DialogContent>
        {holds ? (
          <>
            <Holds resource={resource} record={record} holds={holds} />
            {mayTake && holds.column && (
              <DialogContentText sx={{ mt: 2 }}>{translate('column.hasBelow')}</DialogContentText>
            )}
            {mayTake && targets.length === 0 && !holds.column && (
              <DialogContentText sx={{ mt: 2 }}>{translate('column.noTarget')}</DialogContentText>
            )}
            {mayTake && targets.length > 0 && !holds.column && (
              <TextField
                select
                label={translate('column.move')}
                value={target || ''}
                onChange={(event) => setTarget(Number(event.target.value))}
                slotProps={{ select: { displayEmpty: true } }}
                sx={{ mt: 2 }}
              >
                <MenuItem value="" disabled>
                  {translate('column.choose')}
                </MenuItem>
                {targets.map((column) => (
                  <MenuItem key={column.id} value={column.id}>
                    {String(column.title)}
                  </MenuItem>
                ))}
              </TextField>
            )}
          </>
        ) : (
          <DialogContentText>
            {translate(features.has('recycle') ? 'list.deleteHint' : 'bulk.deleteForGood')}
          </DialogContentText>
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
          loading={isPending || isCounting}
          onClick={() => confirm(mayTake && holds ? { cascade: 1 } : undefined)}
        >
          {translate(mayTake && holds ? 'column.cascade' : 'list.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
