import UploadFile from '@mui/icons-material/UploadFileOutlined';
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
} from '@mui/material';
import { useRefresh, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import type { Returned } from '../../contract/call.ts';
import { transferImport } from '../../contract/calls/transfer.ts';
import type { Resource } from '../resource.ts';
import { useName } from '../screens/useName.ts';
import { http } from '../services.ts';
import { useSay } from '../useSay.ts';
import { CellErrors } from './CellErrors.tsx';
import { fileKey } from './fileKey.ts';
import { wordsTaken } from './fileWords.ts';
import { useNoReload } from './useNoReload.ts';

type Report = Returned<typeof transferImport>;

/** Chooses a file, has it looked through, and brings it in where nothing is wrong with it. */
export function ImportDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate();
  const say = useSay();
  const refresh = useRefresh();
  const name = useName(resource);
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<Report>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState<'checking' | 'importing'>();
  const input = useRef<HTMLInputElement>(null);
  const ending = useRef<AbortController>(undefined);
  // What is being written is not left half-way: nobody would know whether it came in.
  const isWriting = busy === 'importing';
  useNoReload(isWriting);

  const send = async (sent: File, isDry: boolean) => {
    setBusy(isDry ? 'checking' : 'importing');
    setError(undefined);
    ending.current = new AbortController();
    const { signal } = ending.current;
    try {
      const words = await wordsTaken(resource.entity);
      const params = { entity: resource.name, dry_run: isDry ? (1 as const) : (0 as const), ...words };
      // Under the key of the import itself, the dry run tells whether that was made already.
      const key = await fileKey(resource.name, sent);
      const options = isDry ? { key, signal } : { key };
      const made = await http.upload(transferImport, params, sent, options);
      setReport(made);
      if (!isDry && (made.errors ?? []).length === 0) {
        say.done(made.repeated ? 'transfer.repeated' : 'transfer.imported', {
          created: made.created,
          updated: made.updated,
        });
        refresh();
        onClose();
      }
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    }
    setBusy(undefined);
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setReport(undefined);
    send(chosen, true);
  };
  const errors = report?.errors ?? [];
  const isFine = report && errors.length === 0 && !busy && !error;
  const isReady = isFine && !report.repeated;
  const close = () => {
    ending.current?.abort();
    onClose();
  };
  return (
    <Dialog open onClose={() => isWriting || close()} aria-labelledby="import-title" maxWidth="md" fullWidth>
      <DialogTitle id="import-title">{translate('transfer.importTitle', { name })}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{translate('transfer.hint')}</DialogContentText>
        <Button
          variant="outlined"
          startIcon={<UploadFile />}
          disabled={busy !== undefined}
          onClick={() => input.current?.click()}
        >
          {translate(file ? 'transfer.another' : 'transfer.choose')}
        </Button>
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,text/csv"
          aria-label={translate('transfer.choose')}
          // The same file, mended, can be chosen again.
          onClick={({ currentTarget }) => {
            currentTarget.value = '';
          }}
          onChange={({ target }) => choose(target.files?.[0])}
        />
        {file && (
          <DialogContentText component="span" sx={{ ml: 1.5 }}>
            {file.name}
          </DialogContentText>
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
              {translate('transfer.ready', { rows: report.rows, created: report.created, updated: report.updated })}
            </Alert>
          )}
          {isFine && report.repeated === 1 && (
            <Alert severity="info" sx={{ mt: 2 }}>
              {translate('transfer.known', { created: report.created, updated: report.updated })}
            </Alert>
          )}
        </div>
        {error !== undefined && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {say.why(error)}
          </Alert>
        )}
        {!busy && errors.length > 0 && <CellErrors resource={resource} errors={errors} more={report?.more ?? 0} />}
      </DialogContent>
      <DialogActions>
        <Button disabled={isWriting} onClick={close}>
          {translate('list.cancel')}
        </Button>
        <Button variant="contained" disabled={!isReady || report.rows === 0} onClick={() => file && send(file, false)}>
          {translate('transfer.import')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
