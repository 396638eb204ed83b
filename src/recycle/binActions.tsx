import DeleteForever from '@mui/icons-material/DeleteForeverOutlined';
import Restore from '@mui/icons-material/RestoreOutlined';
import { Button, DialogContentText, IconButton, Tooltip } from '@mui/material';
import { useListContext, useRecordContext, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { recyclePurge, recycleRestore } from '../../contract/calls/recycle.ts';
import { useMayCall } from '../auth/useMay.ts';
import { RunDialog } from '../bulk/RunDialog.tsx';
import { purging, restoring, type Steps } from '../delete/steps.ts';
import { useToast } from '../ui/useToast.ts';
import { type DeletedRow, groupByEntity } from './recycleProvider.ts';

const actions = [
  { name: 'restore', call: recycleRestore, Icon: Restore, stepsOf: restoring, isDangerous: false },
  { name: 'purge', call: recyclePurge, Icon: DeleteForever, stepsOf: purging, isDangerous: true },
] as const;
type Action = (typeof actions)[number];

function usePermittedActions(): Action[] {
  const mayCall = useMayCall();
  return actions.filter(({ call }) => mayCall(call));
}

export const useHasBinActions = () => usePermittedActions().length > 0;

export function BinRowActions() {
  const translate = useTranslate();
  const record = useRecordContext<DeletedRow>();
  const [asked, setAsked] = useState<Action>();
  const permitted = usePermittedActions();
  if (!record) return null;
  return (
    <>
      {permitted.map((action) => {
        const { name, Icon } = action;
        const label = translate(`recycle.${name}`);
        return (
          <Tooltip key={name} title={label}>
            <IconButton size="small" aria-label={`${label} ${record.title}`} onClick={() => setAsked(action)}>
              <Icon fontSize="small" />
            </IconButton>
          </Tooltip>
        );
      })}
      {asked && <BinDialog action={asked} rowIds={[record.id]} onEnd={() => setAsked(undefined)} />}
    </>
  );
}

export function BinBulkActions() {
  const translate = useTranslate();
  const { selectedIds } = useListContext<DeletedRow>();
  // The rows that were selected when the dialog opened.
  const [asked, setAsked] = useState<{ action: Action; rowIds: string[] }>();
  return (
    <>
      {usePermittedActions().map((action) => (
        <Button
          key={action.name}
          size="small"
          color={action.isDangerous ? 'error' : 'primary'}
          startIcon={<action.Icon />}
          onClick={() => setAsked({ action, rowIds: selectedIds })}
        >
          {translate(`recycle.${action.name}`)}
        </Button>
      ))}
      {asked && <BinDialog {...asked} onEnd={() => setAsked(undefined)} />}
    </>
  );
}

interface DialogProps {
  action: Action;
  rowIds: string[];
  onEnd: () => void;
}

function BinDialog({ action: { name, stepsOf, isDangerous }, rowIds, onEnd }: DialogProps) {
  const translate = useTranslate();
  const toast = useToast();
  const refresh = useRefresh();
  const { onUnselectItems } = useListContext<DeletedRow>();
  const end = () => {
    onEnd();
    onUnselectItems();
    refresh();
  };
  return (
    <RunDialog
      title={translate(`recycle.${name}Title`, { smart_count: rowIds.length })}
      action={translate(`recycle.${name}`)}
      isDangerous={isDangerous}
      steps={stepsByEntity(stepsOf, rowIds)}
      ids={rowIds.map((_, index) => index)}
      resource={[...groupByEntity(rowIds).keys()][0] ?? ''}
      onDone={(run) => {
        toast.success(`recycle.${name}d`, { n: run.outcome.done });
        end();
      }}
      onClose={end}
    >
      <DialogContentText>{translate(`recycle.${name}Hint`, { smart_count: rowIds.length })}</DialogContentText>
    </RunDialog>
  );
}

/** Steps over indexes of `rowIds`. A step of several entities is one call each. */
function stepsByEntity(stepsOf: (entity: string) => Steps, rowIds: string[]): Steps {
  return {
    size: stepsOf('').size,
    take: async (indexes, key) => {
      const outcome: Awaited<ReturnType<Steps['take']>> = { done: 0, failed: [] };
      for (const [entity, ids] of groupByEntity(indexes.flatMap((index) => rowIds[index] ?? []))) {
        const { done, failed } = await stepsOf(entity).take(ids, key);
        outcome.done += done;
        outcome.failed.push(...failed);
      }
      return outcome;
    },
  };
}
