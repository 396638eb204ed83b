import type { SvgIconComponent } from '@mui/icons-material';
import { Box, Button, ButtonBase, Popover } from '@mui/material';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ChangeEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { setTextStyle, textStyle } from '../commands.ts';
import { type LabelKey, useLabel } from '../useLabel.ts';
import { ToolButton } from './ToolBar.tsx';

interface ColorToolProps {
  editor: Editor;
  name: LabelKey;
  noneName: LabelKey;
  icon: SvgIconComponent;
  /** CSS properties (`commands.ts`): the first is written, all are read. */
  properties: readonly string[];
  colors: readonly string[];
}

/** A palette, a colour input, and a button for none. The line under the icon shows the current colour. */
export function ColorTool({ editor, name, noneName, icon: Icon, properties, colors }: ColorToolProps) {
  const label = useLabel();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = useEditorState({ editor, selector: ({ editor: { state } }) => textStyle(state, properties) });
  const choose = (color: string | null) => {
    // As in ToolMenu: the popover returns the focus to its button before the editor takes it.
    flushSync(() => setAnchor(null));
    editor.chain().focus().command(setTextStyle(properties, color)).run();
  };
  const preview = (color: string) => editor.commands.command(setTextStyle(properties, color));
  return (
    <>
      <ToolButton
        name={name}
        hasPopup="dialog"
        open={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Box
          component="span"
          sx={{ display: 'flex', borderBottom: 3, borderColor: current ?? 'transparent', mb: '-3px' }}
        >
          <Icon />
        </Box>
      </ToolButton>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        transitionDuration={0}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label(name) } }}
      >
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(6, 1fr)', gap: 0.5, p: 1.5 }}>
          {colors.map((color) => (
            <ButtonBase
              key={color}
              aria-label={color}
              aria-pressed={color === current}
              onClick={() => choose(color)}
              sx={{
                width: 28,
                height: 28,
                borderRadius: 1,
                bgcolor: color,
                border: 1,
                borderColor: 'divider',
                '&[aria-pressed=true], &:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 1 },
              }}
            />
          ))}
          <Button size="small" sx={{ gridColumn: 'span 3', mt: 0.5 }} onClick={() => choose(null)}>
            {label(noneName)}
          </Button>
          <Button size="small" component="label" sx={{ gridColumn: 'span 3', mt: 0.5 }}>
            {label('moreColors')}
            <Box
              component="input"
              type="color"
              aria-label={label('moreColors')}
              defaultValue={/^#\w{6}$/.test(current ?? '') ? (current ?? undefined) : undefined}
              onBlur={() => setAnchor(null)}
              onChange={(event: ChangeEvent<HTMLInputElement>) => preview(event.target.value)}
              sx={{ width: 0, height: 0, p: 0, border: 0, opacity: 0 }}
            />
          </Button>
        </Box>
      </Popover>
    </>
  );
}
