import type { SvgIconComponent } from '@mui/icons-material';
import BorderColor from '@mui/icons-material/BorderColor';
import FormatColorText from '@mui/icons-material/FormatColorText';
import { Box, Button, ButtonBase, Popover } from '@mui/material';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ChangeEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { highlight, setTextStyle, textColor, textStyle } from '../commands.ts';
import { type LabelKey, useLabel } from '../useLabel.ts';
import { ToolButton } from './ToolBar.tsx';

const textColors = [
  ...['#000000', '#333333', '#666666', '#999999', '#cccccc', '#ffffff'],
  ...['#c00000', '#e36c09', '#b8860b', '#2e7d32', '#1f5fbf', '#7030a0'],
  ...['#ff0000', '#ff9900', '#ffd700', '#00b050', '#00a0e9', '#e6007e'],
];

const highlightColors = [
  ...['#ffff00', '#fff2cc', '#fce4d6', '#f8cecc', '#ffe6f2', '#e6e0f8'],
  ...['#d9ead3', '#d5f5e3', '#d0ece7', '#d6eaf8', '#eeeeee', '#ffffff'],
];

export const ColorTools = ({ editor }: { editor: Editor }) => (
  <>
    <ColorTool
      editor={editor}
      name="color"
      noneName="defaultColor"
      icon={FormatColorText}
      properties={textColor}
      colors={textColors}
    />
    <ColorTool
      editor={editor}
      name="highlight"
      noneName="noHighlight"
      icon={BorderColor}
      properties={highlight}
      colors={highlightColors}
    />
  </>
);

interface ColorToolProps {
  editor: Editor;
  name: LabelKey;
  noneName: LabelKey;
  icon: SvgIconComponent;
  /** CSS properties (`commands.ts`): the first is written, all are read. */
  properties: readonly string[];
  colors: readonly string[];
}

function ColorTool({ editor, name, noneName, icon: Icon, properties, colors }: ColorToolProps) {
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
