import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';

interface Props {
  isOpen: boolean;
  isUploading?: boolean;
  /** Titles of other screens with unsaved changes. */
  screens?: string[];
  onStay: () => void;
  onLeave: () => void;
}

export function UnsavedChangesDialog({ isOpen, isUploading = false, screens = [], onStay, onLeave }: Props) {
  const translate = useTranslate();
  const text = (key: 'leaveTitle' | 'leaveHint' | 'leave' | 'stay') =>
    translate(`${isUploading ? 'upload' : 'form'}.${key}`);
  return (
    <Dialog open={isOpen} onClose={onStay} aria-labelledby="leave-title" maxWidth="xs" sx={{ zIndex: 'tooltip' }}>
      <DialogTitle id="leave-title">{text('leaveTitle')}</DialogTitle>
      <DialogContent>
        {screens.length > 0 && (
          <DialogContentText sx={{ mb: 1, color: 'text.primary' }}>
            {translate('form.leaveScreens', { screens: screens.join(translate('list.and')) })}
          </DialogContentText>
        )}
        <DialogContentText>{text('leaveHint')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onLeave}>
          {text('leave')}
        </Button>
        <Button variant="contained" autoFocus onClick={onStay}>
          {text('stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
