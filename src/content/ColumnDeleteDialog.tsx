import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useOfferUndo } from '../bulk/useOfferUndo.tsx';
import type { DeleteDialogProps } from '../declaration/resource.ts';
import { type Dependents, DependentsList, useDeleteRecord } from '../delete/DeleteDialog.tsx';
import { ChoiceSelect } from '../fields/ChoiceSelect.tsx';
import { useAll } from '../fields/useAll.ts';
import { features } from '../services/services.ts';

export function ColumnDeleteDialog(props: DeleteDialogProps) {
  const { resource, record, onClose } = props;
  const translate = useTranslate();
  const [target, setTarget] = useState(0);
  /** Why the content cannot be moved to the target. */
  const [problem, setProblem] = useState<string>();
  const showProblem = ({ move_to }: Record<string, string>) => {
    setProblem(move_to);
    return move_to !== undefined;
  };
  const mayTake = features.has('columnContents');
  const { data: columns, isPending: isCounting } = useAll(resource.name);
  const { confirm, isPending, title, dependents } = useDeleteRecord(props, columnUsage(columns ?? [], record.id));
  // The recycle bin alone would not bring back what was moved.
  const notifyBatch = useOfferUndo();
  const offerUndo = ({ batch }: RaRecord) => notifyBatch('list.deleted', {}, batch);
  // A column of a single page cannot take a second record.
  const isFull = (column: RaRecord) => column.model === 'single' && column.total > 0;
  const targets = (columns ?? []).filter(
    (column) => column.model === record.model && column.id !== record.id && !isFull(column),
  );

  return (
    <Dialog open onClose={onClose} aria-labelledby="delete-title" maxWidth="xs" fullWidth>
      <DialogTitle id="delete-title">
        {translate(dependents ? 'column.deleteHolds' : 'list.deleteTitle', { title })}
      </DialogTitle>
      <DialogContent>
        {dependents ? (
          <>
            <DependentsList resource={resource} record={record} dependents={dependents} />
            {mayTake && dependents.column && (
              <DialogContentText sx={{ mt: 2 }}>{translate('column.hasBelow')}</DialogContentText>
            )}
            {mayTake && targets.length === 0 && !dependents.column && (
              <DialogContentText sx={{ mt: 2 }}>{translate('column.noTarget')}</DialogContentText>
            )}
            {mayTake && targets.length > 0 && !dependents.column && (
              <ChoiceSelect
                choices={targets.map(({ id, title }) => ({ value: Number(id), name: String(title) }))}
                value={target || ''}
                onChange={(chosen) => {
                  setTarget(Number(chosen));
                  setProblem(undefined);
                }}
                unset={{ value: '', label: translate('column.choose'), isOffered: false, isHint: true }}
                input={{
                  label: translate('column.move'),
                  error: problem !== undefined,
                  helperText: problem,
                  sx: { mt: 2 },
                }}
              />
            )}
          </>
        ) : (
          <DialogContentText>
            {translate(features.has('recycle') ? 'list.deleteHint' : 'bulk.deleteForGood')}
          </DialogContentText>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
        <Button onClick={onClose}>{translate('list.cancel')}</Button>
        {target > 0 && (
          <Button
            variant="contained"
            loading={isPending}
            onClick={() => confirm({ move_to: target }, offerUndo, showProblem)}
          >
            {translate('column.moveAndDelete')}
          </Button>
        )}
        <Button
          color="error"
          variant={target > 0 ? 'outlined' : 'contained'}
          loading={isPending || isCounting}
          onClick={() => confirm(mayTake && dependents ? { cascade: 1 } : undefined)}
        >
          {translate(mayTake && dependents ? 'column.cascade' : 'list.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Counts the columns below a column and the contents of all of them, from the tree; undefined if there are none. */
function columnUsage(columns: RaRecord[], id: unknown): Dependents | undefined {
  const usage: Dependents = {};
  const count = (name: string, n: number) => {
    if (n > 0) usage[name] = (usage[name] ?? 0) + n;
  };
  const walk = (at: unknown) => {
    const own = columns.find((column) => column.id === at);
    if (own) count(String(own.model), Number(own.total ?? 0));
    for (const below of columns.filter((column) => column.pid === at)) {
      count('column', 1);
      walk(below.id);
    }
  };
  walk(id);
  return Object.keys(usage).length > 0 ? usage : undefined;
}
