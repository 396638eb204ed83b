import { Button, Dialog, DialogActions, DialogContent, DialogTitle, InputBase } from '@mui/material';
import { useId, useState } from 'react';
import { useLabel } from '../useLabel.ts';

interface Props {
  html: string;
  onSave: (html: string) => void;
  onClose: () => void;
}

export function IslandDialog({ html, onSave, onClose }: Props) {
  const label = useLabel();
  const id = useId();
  const [source, setSource] = useState(html);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id}>{label('islandSource')}</DialogTitle>
      <DialogContent>
        <InputBase
          multiline
          fullWidth
          autoFocus
          minRows={6}
          maxRows={20}
          value={source}
          onChange={(event) => setSource(event.target.value)}
          slotProps={{ input: { 'aria-labelledby': id, spellCheck: false } }}
          sx={{
            border: 1,
            borderColor: 'control',
            borderRadius: 1,
            p: 1,
            fontFamily: 'monospace',
            wordBreak: 'break-all',
          }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{label('cancel')}</Button>
        <Button variant="contained" onClick={() => onSave(source)}>
          {label('apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
