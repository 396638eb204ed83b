import Visibility from '@mui/icons-material/Visibility';
import { InputBase, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import type { Loss } from './html/losses.ts';
import { LossNotice } from './LossNotice.tsx';
import { ToolBar, ToolGroup } from './toolbar/ToolBar.tsx';
import { ToolButton } from './toolbar/ToolButton.tsx';
import { useLabel } from './useLabel.ts';
import type { EmptyStateProps } from './VisualEditor.tsx';

/** The text as HTML, character by character as it is stored. */
export function SourceEditor(props: EmptyStateProps & { losses: Loss[]; onVisual: () => void }) {
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
