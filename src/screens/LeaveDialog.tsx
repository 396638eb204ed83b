import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';

interface Props {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved work is given up. */
export function LeaveDialog({ isOpen, onStay, onLeave }: Props) {
  const translate = useTranslate();
  return (
    <Dialog open={isOpen} onClose={onStay} aria-labelledby="leave-title" maxWidth="xs" sx={{ zIndex: 'tooltip' }}>
      <DialogTitle id="leave-title">{translate('form.leaveTitle')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('form.leaveHint')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onLeave}>
          {translate('form.leave')}
        </Button>
        <Button variant="contained" autoFocus onClick={onStay}>
          {translate('form.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
