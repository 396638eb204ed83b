import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, Link } from '@mui/material';
import { ListContext, type RaRecord, useDelete, useGetResourceLabel, useRefresh, useTranslate } from 'ra-core';
import { useContext, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { findEntity } from '../../contract/index.ts';
import { narrowedPath } from '../../contract/paths.ts';
import { CallFailure, isRefusal } from '../../dataProvider/failure.ts';
import type { DeleteDialogProps } from '../declaration/resource.ts';
import { basename, features } from '../services/services.ts';
import { useToast } from '../ui/useToast.ts';
import { useUndo } from './useUndo.tsx';

/** Asks for confirmation before a record is deleted, or lists the dependents that prevent it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { resource, record, onClose } = props;
  const translate = useTranslate();
  const { confirm, isPending, title, dependents } = useDeleteRecord(props);
  return (
    <Dialog open onClose={onClose} aria-labelledby="delete-title" maxWidth="xs" fullWidth>
      <DialogTitle id="delete-title">{translate(dependents ? 'list.held' : 'list.deleteTitle', { title })}</DialogTitle>
      {dependents ? (
        <DialogContent>
          <DependentsList resource={resource} record={record} dependents={dependents} />
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
        <Button onClick={onClose} autoFocus={dependents !== undefined}>
          {translate(dependents ? 'form.close' : 'list.cancel')}
        </Button>
        {!dependents && (
          <Button color="error" variant="contained" autoFocus loading={isPending} onClick={() => confirm()}>
            {translate('list.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface DependentsListProps extends Pick<DeleteDialogProps, 'resource' | 'record'> {
  dependents: Dependents;
}

/** Lists a record's dependents by entity, each with a link to its list if that can be filtered by the record. */
export function DependentsList({ resource, record, dependents }: DependentsListProps) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  return Object.entries(dependents).map(([name, n]) => {
    const line = translate('column.holdsLine', { name: label(name, n), n });
    const path = pathTo(name, resource.name, record.id);
    return (
      <DialogContentText key={name}>
        {path ? (
          <Link component={RouterLink} to={path}>
            {line}
          </Link>
        ) : (
          line
        )}
      </DialogContentText>
    );
  });
}

function pathTo(dependent: string, target: string, id: number): string | undefined {
  const entity = findEntity(dependent);
  if (!entity) return undefined;
  const field = Object.entries(entity.fields).find(
    ([, each]) => 'filter' in each && 'entity' in each && each.entity === target,
  );
  return field && `${basename}${narrowedPath(entity, { [field[0]]: id })}`;
}

export type Dependents = Record<string, number>;

type ShowErrors = (errors: Record<string, string>) => boolean;

/** @returns whether the errors of a deletion that was refused for its parameters are shown now */
const showInvalid = (error: unknown, showErrors: ShowErrors): boolean =>
  error instanceof CallFailure && error.kind === 'invalid' && showErrors(error.data.errors as Record<string, string>);

/**
 * Deletes the record of a delete dialog; then the dialog closes, a toast shows the result, and the list is read again.
 * @param known the dependents, if they are known before
 * @returns `dependents`: the known dependents, or those of a refusal (`data.holds`), after which the dialog stays open
 */
export function useDeleteRecord({ resource, record, onClose, onDeleted }: DeleteDialogProps, known?: Dependents) {
  const toast = useToast();
  const refresh = useRefresh();
  const notifyDeleted = useUndo(resource);
  const list = useContext(ListContext);
  const [refused, setRefused] = useState<Dependents>();
  const [remove, { isPending }] = useDelete();
  // The second click of a double click comes before the button is disabled.
  const isRunning = useRef(false);
  const end = (notify: () => void) => {
    onClose();
    notify();
    refresh();
  };
  /**
   * @param showErrors receives the errors of a refused deletion by parameter. The dialog stays open if it returns that
   * it shows one of them; otherwise a toast shows them.
   */
  const confirm = (
    meta?: Record<string, number>,
    notify = (_deleted: RaRecord) => notifyDeleted([record.id]),
    showErrors: ShowErrors = () => false,
  ) => {
    if (isRunning.current) return;
    isRunning.current = true;
    remove(
      resource.name,
      { id: record.id, previousData: record, meta },
      {
        mutationMode: 'pessimistic',
        onSuccess: (deleted) => {
          // Removes the deleted record from the selection.
          if (list?.selectedIds?.includes(record.id)) list.onToggleItem(record.id);
          onDeleted?.();
          end(() => notify(deleted));
        },
        onError: (error) => {
          // The sign-in page replaces this one.
          if (error instanceof CallFailure && error.kind === 'unauthorized') return;
          if (error instanceof CallFailure && error.data.holds) setRefused(error.data.holds as Dependents);
          else if (!showInvalid(error, showErrors))
            end(() => (resource.record.silent === 'all' && isRefusal(error) ? undefined : toast.error(error)));
        },
        onSettled: () => {
          isRunning.current = false;
        },
      },
    );
  };
  const title = String(record[resource.entity.label] ?? record.id);
  return { confirm, isPending, title, dependents: refused ?? known };
}
