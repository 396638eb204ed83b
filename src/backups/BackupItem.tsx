import { Box, Button, LinearProgress } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { adminName } from '../../contract/adminName.ts';
import { type BackupRow, backupPage, deleteBackup, downloadBackup } from '../../contract/calls/backup.ts';
import { useMayCall } from '../auth/useMay.ts';
import { Time } from '../fields/Time.tsx';
import { http } from '../services/services.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { useToast } from '../ui/useToast.ts';
import { downloadFile } from '../utils/files.ts';
import { localTime, sizeText } from '../utils/format.ts';

export function BackupItem({ backup }: { backup: BackupRow }) {
  const translate = useTranslate();
  const { state, error, phase } = backup;
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 240, display: 'grid', gap: 0.5 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
            <Time value={backup.create_time} />
            <StateChip
              severity={state === 'failed' ? 'error' : undefined}
              label={translate(`backups.${phase ? 'phases' : 'states'}.${phase || state}`)}
            />
          </Box>
          <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {state === 'failed' ? translate(`backups.errors.${error || 'other'}`) : <About backup={backup} />}
          </Box>
        </Box>
        <Actions backup={backup} />
      </Box>
      {state === 'running' && <LinearProgress aria-label={translate('backups.states.running')} sx={{ mt: 1 }} />}
    </Box>
  );
}

function About({ backup }: { backup: BackupRow }) {
  const translate = useTranslate();
  const locale = useLocale();
  const counted = (smart_count: number) => ({ smart_count, n: smart_count.toLocaleString(locale) });
  const { state, size, rows, files, left_out, in_bucket, scheduled, host, is_here } = backup;
  const parts = [
    state !== 'waiting' && sizeText(size),
    state !== 'waiting' && translate('backups.rows', counted(rows)),
    state !== 'waiting' && translate('backups.files', counted(files)),
    left_out > 0 && translate('backups.leftOut', counted(left_out)),
    in_bucket > 0 && translate('backups.inBucket', counted(in_bucket)),
    scheduled === 1 ? translate('backups.scheduled') : translate('backups.by', { name: adminName(backup) }),
    state === 'done' && is_here === 0 && translate('backups.elsewhere', { host }),
  ];
  return <>{parts.filter(Boolean).join(' · ')}</>;
}

function Actions({ backup }: { backup: BackupRow }) {
  const translate = useTranslate();
  const mayCall = useMayCall();
  const [dialog, setDialog] = useState<'download' | 'delete'>();
  const { state, is_here } = backup;
  const time = localTime(new Date(backup.create_time));
  const close = () => setDialog(undefined);
  const isOver = state === 'done' || state === 'failed';
  const action = (of: 'download' | 'delete'): ReactNode => (
    <Button
      size="small"
      color={of === 'delete' ? 'error' : 'primary'}
      aria-label={translate(`backups.${of}Of`, { time })}
      onClick={() => setDialog(of)}
    >
      {translate(`backups.${of}`)}
    </Button>
  );
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {state === 'done' && is_here === 1 && mayCall(downloadBackup) && action('download')}
      {isOver && mayCall(deleteBackup) && action('delete')}
      {dialog === 'download' && <DownloadBackup backup={backup} time={time} onClose={close} />}
      {dialog === 'delete' && <DeleteBackup backup={backup} time={time} onClose={close} />}
    </Box>
  );
}

interface DialogProps {
  backup: BackupRow;
  time: string;
  onClose: () => void;
}

function DownloadBackup({ backup: { id, name }, time, onClose }: DialogProps) {
  const translate = useTranslate();
  const download = async () => {
    downloadFile(await http.download(downloadBackup, { id }), name);
    onClose();
  };
  return (
    <ConfirmDialog
      title={translate('backups.downloadOf', { time })}
      hint={translate('backups.downloadHint')}
      action={translate('backups.download')}
      onConfirm={download}
      onClose={onClose}
    />
  );
}

function DeleteBackup({ backup: { id }, time, onClose }: DialogProps) {
  const translate = useTranslate();
  const toast = useToast();
  const queries = useQueryClient();
  const remove = async () => {
    await http.call(deleteBackup, { id });
    toast.success('backups.deleted');
    onClose();
    await queries.invalidateQueries({ queryKey: [backupPage.name] });
  };
  return (
    <ConfirmDialog
      title={translate('backups.deleteOf', { time })}
      hint={translate('backups.deleteHint')}
      action={translate('backups.delete')}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
