import { DialogContentText } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { useName, useRecordsName } from '../declaration/useFieldLabel.ts';
import { deleting } from '../delete/steps.ts';
import { useProvider } from '../services/queryClient.ts';
import { features } from '../services/services.ts';
import { RunDialog } from './RunDialog.tsx';
import type { Run } from './useRun.ts';

interface Props {
  resource: Resource;
  ids: number[];
  onDone: (run: Run) => void;
  onClose: (run: Run | undefined) => void;
}

export function DeleteMany({ resource, ids, onDone, onClose }: Props) {
  const translate = useTranslate();
  const provider = useProvider();
  const one = useName(resource);
  const many = useRecordsName(resource);
  return (
    <RunDialog
      title={translate('bulk.deleteTitle', { smart_count: ids.length, name: ids.length === 1 ? one : many })}
      action={translate('list.delete')}
      isDangerous
      steps={deleting(resource, provider)}
      ids={ids}
      resource={resource.name}
      onDone={onDone}
      onClose={onClose}
    >
      <DialogContentText>
        {translate(resource.entity.recycle && features.has('recycle') ? 'bulk.deleteHint' : 'bulk.deleteForGood', {
          smart_count: ids.length,
        })}
      </DialogContentText>
    </RunDialog>
  );
}
