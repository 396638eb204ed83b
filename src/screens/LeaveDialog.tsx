import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';

interface Props {
  isOpen: boolean;
  /** What would be given up are files on their way. */
  isUploading?: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved work is given up. */
export function LeaveDialog({ isOpen, isUploading = false, onStay, onLeave }: Props) {
  const translate = useTranslate();
  const say = (key: 'leaveTitle' | 'leaveHint' | 'leave' | 'stay') =>
    translate(`${isUploading ? 'upload' : 'form'}.${key}`);
  return (
    <Dialog open={isOpen} onClose={onStay} aria-labelledby="leave-title" maxWidth="xs" sx={{ zIndex: 'tooltip' }}>
      <DialogTitle id="leave-title">{say('leaveTitle')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{say('leaveHint')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onLeave}>
          {say('leave')}
        </Button>
        <Button variant="contained" autoFocus onClick={onStay}>
          {say('stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
