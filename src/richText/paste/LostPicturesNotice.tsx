import { Alert } from '@mui/material';
import { useLabel } from '../useLabel.ts';

/** Names the pictures of a paste whose content did not come along. */
export function LostPicturesNotice({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const label = useLabel();
  const list = names.map((name) => name || label('unnamedPicture')).join(label('comma'));
  return (
    <Alert severity="warning" role="status" onClose={onClose} sx={{ borderRadius: 0, overflowWrap: 'anywhere' }}>
      {label('lostPictures', { smart_count: names.length, names: list })}
    </Alert>
  );
}
