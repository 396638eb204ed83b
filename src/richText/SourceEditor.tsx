import Visibility from '@mui/icons-material/Visibility';
import { InputBase, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { ToolBar, ToolButton, ToolGroup } from './toolbar/ToolBar.tsx';
import { useLabel } from './useLabel.ts';
import type { EditorProps } from './VisualEditor.tsx';

export function SourceEditor(props: EditorProps & { onVisual: () => void }) {
  const { id, value, onChange, onBlur, editable, aria, focusRef, focused, onVisual } = props;
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
