import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent } from 'react';
import { FailedRecords } from '../delete/FailedRecords.tsx';
import type { Steps } from '../delete/steps.ts';
import { useToast } from '../ui/useToast.ts';
import { isSecondClick } from '../utils/isSecondClick.ts';
import { type Run, useRun } from './useRun.ts';

interface Props {
  title: string;
  children: ReactNode;
  action: string;
  isDangerous?: boolean;
  isReady?: boolean;
  steps: Steps;
  ids: number[];
  resource: string;
  /** Called when the run ended without a refusal. */
  onDone: (run: Run) => void;
  /** @param run undefined if it was not started */
  onClose: (run: Run | undefined) => void;
}

/** Asks for confirmation, processes many records with a progress bar, and reports the failed ones. */
export function RunDialog({
  title,
  children,
  action,
  isDangerous,
  isReady = true,
  steps,
  ids,
  resource,
  ...props
}: Props) {
  const translate = useTranslate();
  const { run, start, resume, stop } = useRun(steps, ids);
  const isRunning = run?.state === 'running';
  const done = useEffectEvent(props.onDone);
  // Only a change of `run` counts: `onDone` is called once.
  useEffect(() => {
    if (run?.state === 'ended' && run.outcome.failed.length === 0) done(run);
  }, [run]);
  const close = () => !isRunning && props.onClose(run);
  const leave = (event: object, reason: string) =>
    reason === 'backdropClick' && isSecondClick(event as MouseEvent) ? undefined : close();
  const handleStop = (event: MouseEvent) => {
    if (!isSecondClick(event)) stop();
  };
  return (
    <Dialog open onClose={leave} aria-labelledby="run-title" maxWidth="sm" fullWidth>
      <DialogTitle id="run-title">{run ? translate(`bulk.state.${titleOf(run)}`) : title}</DialogTitle>
      <DialogContent>{run ? <Progress run={run} resource={resource} /> : children}</DialogContent>
      <DialogActions>
        {isRunning ? (
          <Button onClick={handleStop}>{translate('bulk.stop')}</Button>
        ) : (
          <>
            <Button onClick={close}>{translate(run ? 'bulk.close' : 'list.cancel')}</Button>
            {!run && (
              <Button variant="contained" color={isDangerous ? 'error' : 'primary'} disabled={!isReady} onClick={start}>
                {action}
              </Button>
            )}
            {run && run.state !== 'ended' && (
              <Button variant="contained" onClick={resume}>
                {translate('bulk.resume')}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

const titleOf = ({ state, at }: Run) => (state === 'broken' && at === 0 ? 'notBegun' : state);

function Progress({ run: { of, at, outcome, state, error }, resource }: { run: Run; resource: string }) {
  const translate = useTranslate();
  const toast = useToast();
  const unprocessed = of - outcome.done - outcome.failed.length;
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={(at / Math.max(1, of)) * 100}
        aria-label={translate('bulk.progress')}
        color={state === 'broken' ? 'error' : 'primary'}
      />
      <Typography role="status" sx={{ mt: 1.5, fontVariantNumeric: 'tabular-nums' }}>
        {translate('bulk.at', { at, of })}
      </Typography>
      {state !== 'running' && (
        <DialogContentText sx={{ mt: 0.5 }}>
          {translate('bulk.done', { done: outcome.done, failed: outcome.failed.length })}
        </DialogContentText>
      )}
      {state !== 'running' && unprocessed > 0 && (
        <DialogContentText>{translate('bulk.left', { smart_count: unprocessed })}</DialogContentText>
      )}
      {state === 'broken' && (
        <DialogContentText role="alert" color="error" sx={{ mt: 0.5 }}>
          {toast.messageOf(error)}
        </DialogContentText>
      )}
      {outcome.failed.length > 0 && <FailedRecords failed={outcome.failed} resource={resource} />}
    </>
  );
}
