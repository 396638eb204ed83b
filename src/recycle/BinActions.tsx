import { DialogContentText } from '@mui/material';
import { useTranslate } from 'ra-core';
import { RunDialog } from '../bulk/RunDialog.tsx';
import { purging, restoring, type Steps } from '../delete/steps.ts';
import { useToast } from '../ui/useToast.ts';
import type { Deleted } from './useRecycleBin.ts';

interface Props {
  what: 'restore' | 'purge';
  records: Deleted[];
  onEnd: () => void;
}

/** Asks, and brings records back or lets them go for good, those of one entity after those of another. */
export function BinActions({ what, records, onEnd }: Props) {
  const translate = useTranslate();
  const toast = useToast();
  return (
    <RunDialog
      title={translate(`recycle.${what}Title`, { n: records.length })}
      action={translate(`recycle.${what}`)}
      isDangerous={what === 'purge'}
      steps={ofAll(what === 'purge' ? purging : restoring, records)}
      ids={records.map((_, at) => at)}
      resource={records[0]?.entity ?? ''}
      onDone={(run) => {
        toast.success(`recycle.${what}d`, { n: run.outcome.done });
        onEnd();
      }}
      onClose={onEnd}
    >
      <DialogContentText>{translate(`recycle.${what}Hint`)}</DialogContentText>
    </RunDialog>
  );
}

/** Steps over places in a list of records of several entities. */
function ofAll(stepsOf: (entity: string) => Steps, records: Deleted[]): Steps {
  return {
    size: stepsOf('').size,
    take: async (places) => {
      const part = places.flatMap((at) => records[at] ?? []);
      const outcome = { done: 0, failed: [] as Awaited<ReturnType<Steps['take']>>['failed'] };
      for (const [entity, own] of Map.groupBy(part, (record) => record.entity)) {
        const { done, failed } = await stepsOf(entity).take(own.map(({ id }) => id));
        outcome.done += done;
        outcome.failed.push(...failed);
      }
      return outcome;
    },
  };
}
