import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';

interface Props {
  /** How many there are. */
  n: number;
  isOpen: boolean;
  isBusy: boolean;
  onStay: () => void;
  onEnd: () => void;
}

/** Asks before every other session is ended: somebody may be writing in one. */
export function EndOthers({ n, isOpen, isBusy, onStay, onEnd }: Props) {
  const translate = useTranslate();
  return (
    <Dialog open={isOpen} onClose={onStay} aria-labelledby="end-others-title" maxWidth="xs" fullWidth>
      <DialogTitle id="end-others-title">{translate('sessions.endOthersTitle', { smart_count: n })}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('sessions.endOthersHint')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onStay} autoFocus>
          {translate('list.cancel')}
        </Button>
        <Button color="error" variant="contained" loading={isBusy} onClick={onEnd}>
          {translate('sessions.endOthers')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
