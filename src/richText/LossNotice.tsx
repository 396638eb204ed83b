import { Alert, Box, Button } from '@mui/material';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Loss } from './html/losses.ts';
import type { Body } from './useBody.ts';
import { useLabel } from './useLabel.ts';

function useLossLabel() {
  const label = useLabel();
  const others = { text: 'lossOfText', structure: 'lossOfStructure' } as const;
  return (loss: Loss) => (typeof loss === 'string' ? label(others[loss]) : label('lossOf', loss));
}

/** Why a text is open as source. */
export function LossNotice({ losses, onVisual }: { losses: Loss[]; onVisual?: () => void }) {
  const label = useLabel();
  const lossLabel = useLossLabel();
  return (
    <Alert
      severity="info"
      sx={{ borderRadius: 0, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 16em' } }}
      action={
        onVisual && (
          <Button size="small" color="inherit" onClick={onVisual}>
            {label('editAnyway')}
          </Button>
        )
      }
    >
      {label('openedAsSource', { what: losses.map(lossLabel).join(', ') })}
    </Alert>
  );
}

/** Asks before the editor opens a text of which it would lose something. */
export function LossQuestion({ asking, answer }: Pick<Body, 'asking' | 'answer'>) {
  const label = useLabel();
  const lossLabel = useLossLabel();
  if (!asking) return null;
  return (
    <ConfirmDialog
      title={label('lossTitle')}
      hint={label('lossIntro')}
      action={label('editAnyway')}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      <Box component="ul" sx={{ typography: 'body2', pl: 3, mb: 0 }}>
        {asking.map((loss) => (
          <li key={lossLabel(loss)}>{lossLabel(loss)}</li>
        ))}
      </Box>
    </ConfirmDialog>
  );
}
