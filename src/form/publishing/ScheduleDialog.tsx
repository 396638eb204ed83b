import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { MomentField } from '../../fields/MomentField.tsx';
import { useAsyncAction } from '../../ui/useToast.ts';

interface Props {
  /** ISO UTC. */
  time: string | undefined;
  onClose: () => void;
  /** Schedules, and closes the dialog. What it throws is shown here. */
  onChosen: (time: string) => Promise<unknown>;
}

/** Asks when something is to be published. */
export function ScheduleDialog({ time, onClose, onChosen }: Props) {
  const translate = useTranslate();
  const { isBusy, run } = useAsyncAction();
  const [chosen, setChosen] = useState(time);
  const [error, setError] = useState<string>();
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!chosen || Date.parse(chosen) <= Date.now()) return setError(translate('publishing.later'));
    return run(
      () => onChosen(chosen),
      ({ live_time, ...others }) => setError(live_time ?? Object.values(others)[0]),
    );
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="schedule-title" maxWidth="xs" fullWidth>
      <form onSubmit={send} noValidate>
        <DialogTitle id="schedule-title">{translate('publishing.schedule')}</DialogTitle>
        <DialogContent sx={{ '&&': { pt: 1 } }}>
          <MomentField
            label={translate('publishing.when')}
            value={chosen}
            onChange={(value) => {
              setChosen(value);
              setError(undefined);
            }}
            error={error}
            autoFocus
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('list.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {translate('publishing.schedule')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
