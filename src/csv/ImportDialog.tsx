import Undo from '@mui/icons-material/Undo';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  LinearProgress,
} from '@mui/material';
import { useRefresh, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { batchUndo } from '../../contract/calls/batch.ts';
import type { Resource } from '../declaration/resource.ts';
import { useRecordsName } from '../declaration/useFieldLabel.ts';
import { features } from '../services/services.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { useToast } from '../ui/useToast.ts';
import { useFileChooser } from '../upload/ChooseFiles.tsx';
import { CellErrors } from './CellErrors.tsx';
import { type ImportReport, useImport } from './useImport.ts';

const UndoBatch = lazyComponent(() => withTexts(import('../bulk/UndoBatch.tsx').then((module) => module.UndoBatch)));

export function ImportDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate();
  const toast = useToast();
  const refresh = useRefresh();
  const title = translate('transfer.importTitle', { name: useRecordsName(resource) });
  const [done, setDone] = useState<ImportReport>();
  const [isUndoing, setUndoing] = useState(false);
  const { file, report, error, busy, choose, options, read, checkAgain, importFile, stop } = useImport(
    resource,
    (made) => {
      const { created, updated } = made;
      refresh();
      if (made.batch && features.offers(batchUndo)) return setDone(made);
      toast.success(made.repeated ? 'transfer.repeated' : 'transfer.imported', { created, updated });
      onClose();
    },
  );
  const chooser = useFileChooser({
    label: translate('transfer.choose'),
    accept: '.csv,text/csv',
    onFiles: ([chosen]) => choose(chosen),
  });
  // A running import cannot be closed: its outcome would stay unknown.
  const isWriting = busy === 'importing';
  useNoReload(isWriting);
  const errors = report?.errors ?? [];
  const unknown = report?.unknown ?? [];
  const isFine = report && errors.length === 0 && !busy && !error;
  const isReady = isFine && !report.repeated;
  const close = () => {
    stop();
    onClose();
  };
  if (done?.batch && isUndoing) return <UndoBatch batch={done.batch} onClose={onClose} />;
  if (done) return <ImportDone {...done} title={title} onUndo={() => setUndoing(true)} onClose={onClose} />;
  return (
    <Dialog open onClose={() => isWriting || close()} aria-labelledby="import-title" maxWidth="md" fullWidth>
      <DialogTitle id="import-title">{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{translate('transfer.hint')}</DialogContentText>
        <Button variant="outlined" startIcon={<UploadFile />} disabled={busy !== undefined} onClick={chooser.open}>
          {translate(file ? 'transfer.another' : 'transfer.choose')}
        </Button>
        {chooser.input}
        {file && (
          <DialogContentText component="span" sx={{ ml: 1.5 }}>
            {file.name}
          </DialogContentText>
        )}
        {unknown.length > 0 && (
          <FormControlLabel
            sx={{ display: 'flex', mt: 1 }}
            control={<Checkbox checked={options.skipsUnknownColumns} disabled={busy !== undefined} />}
            onChange={(_event, isOn) => read({ skipsUnknownColumns: isOn })}
            label={translate('transfer.skip', { columns: unknown.join(translate('list.and')) })}
          />
        )}
        {report !== undefined && report.updated > 0 && (
          <FormControlLabel
            sx={{ display: 'flex', mt: 1 }}
            control={<Checkbox checked={report.empty_cells === 1} disabled={busy !== undefined} />}
            onChange={(_event, isOn) => read({ clearsEmptyCells: isOn ? 1 : 0 })}
            label={translate('transfer.emptyCells')}
          />
        )}
        <div role="status">
          {busy && (
            <>
              <DialogContentText sx={{ mt: 2, mb: 1 }}>{translate(`transfer.${busy}`)}</DialogContentText>
              <LinearProgress aria-label={translate(`transfer.${busy}`)} />
            </>
          )}
          {isReady && (
            <Alert severity="success" sx={{ mt: 2 }}>
              {translate('transfer.ready', {
                smart_count: report.rows,
                created: report.created,
                updated: report.updated,
              })}
            </Alert>
          )}
          {isFine && report.repeated === 1 && (
            <Alert severity="info" sx={{ mt: 2 }}>
              {translate('transfer.known', { created: report.created, updated: report.updated })}
              <Button
                color="inherit"
                variant="outlined"
                size="small"
                onClick={checkAgain}
                sx={{ display: 'block', mt: 1 }}
              >
                {translate('transfer.repeat')}
              </Button>
            </Alert>
          )}
        </div>
        {error !== undefined && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {toast.messageOf(error)}
          </Alert>
        )}
        {!busy && errors.length > 0 && <CellErrors resource={resource} errors={errors} more={report?.more ?? 0} />}
      </DialogContent>
      <DialogActions>
        <Button disabled={isWriting} onClick={close}>
          {translate('list.cancel')}
        </Button>
        <Button variant="contained" disabled={!isReady || report.rows === 0} onClick={importFile}>
          {translate('transfer.import')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface DoneProps extends ImportReport {
  title: string;
  onUndo: () => void;
  onClose: () => void;
}

function ImportDone({ title, created, updated, onUndo, onClose }: DoneProps) {
  const translate = useTranslate();
  return (
    <Dialog open onClose={onClose} aria-labelledby="import-title" maxWidth="md" fullWidth>
      <DialogTitle id="import-title">{title}</DialogTitle>
      <DialogContent>
        <Alert severity="success">{translate('transfer.imported', { created, updated })}</Alert>
      </DialogContent>
      <DialogActions>
        <Button startIcon={<Undo />} onClick={onUndo}>
          {translate('transfer.undo')}
        </Button>
        <Button variant="contained" autoFocus onClick={onClose}>
          {translate('transfer.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useNoReload(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isActive]);
}
