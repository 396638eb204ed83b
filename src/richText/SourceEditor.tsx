import Visibility from '@mui/icons-material/Visibility';
import { Alert, Box, Button, InputBase, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Loss } from './html/isLosslessRoundTrip.ts';
import { ToolBar, ToolButton, ToolGroup } from './toolbar/ToolBar.tsx';
import type { Body } from './useBody.ts';
import { useLabel } from './useLabel.ts';
import type { EditorProps } from './VisualEditor.tsx';

export function SourceEditor(props: EditorProps & { losses: Loss[]; onVisual: () => void }) {
  const { id, value, onChange, onBlur, editable, aria, focusRef, focused, losses, onVisual } = props;
  const label = useLabel();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    focusRef(area.current);
    return () => focusRef(null);
  }, [focusRef]);
  useEffect(() => {
    if (focused) area.current?.focus();
  }, [focused]);

  return (
    <>
      {editable && (
        <ToolBar first="visual">
          <ToolGroup>
            <Typography component="span" variant="body2" color="textSecondary" sx={{ px: 0.5 }}>
              {label('source')}
            </Typography>
          </ToolGroup>
          <ToolGroup end>
            <ToolButton name="visual" onClick={onVisual}>
              <Visibility />
            </ToolButton>
          </ToolGroup>
        </ToolBar>
      )}
      {losses.length > 0 && <LossNotice losses={losses} onVisual={editable ? onVisual : undefined} />}
      <InputBase
        id={id}
        multiline
        fullWidth
        minRows={14}
        maxRows={28}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        readOnly={!editable}
        inputRef={area}
        slotProps={{ input: { ...aria, spellCheck: false } }}
        sx={{ p: 2, fontFamily: 'monospace', fontSize: '0.8125rem', lineHeight: 1.6, wordBreak: 'break-all' }}
      />
    </>
  );
}

function useLossLabel() {
  const label = useLabel();
  const others = { text: 'lossOfText', structure: 'lossOfStructure' } as const;
  return (loss: Loss) => (typeof loss === 'string' ? label(others[loss]) : label('lossOf', loss));
}

function LossNotice({ losses, onVisual }: { losses: Loss[]; onVisual?: () => void }) {
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

export function LossDialog({ asking, answer }: Pick<Body, 'asking' | 'answer'>) {
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
