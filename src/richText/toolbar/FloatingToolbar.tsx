import { Box, Paper, Popper, type Theme, useMediaQuery } from '@mui/material';
import { TextSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTextAnchor } from '../useTextAnchor.ts';
import { ColorTools } from './ColorTools.tsx';
import { EditorTools } from './EditorTools.tsx';
import { LinkTool } from './InsertTools.tsx';
import { ToolBar, ToolGroup } from './ToolBar.tsx';
import { BlockMenu } from './toolMenus.tsx';

/** Beside selected text. Not where a finger selects: phones show a menu of their own there. */
export function FloatingToolbar({ editor }: { editor: Editor }) {
  const hasMouse = useMediaQuery('(hover: hover) and (pointer: fine)');
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'));
  const range = useEditorState({ editor, selector: ({ editor: current }) => selectedText(current) });
  const { isFocused, keepFocus, loseFocus } = useFocusWithin(editor);
  const isPressed = useIsPressed(editor);
  const [dismissed, dismiss] = useState<string | null>(null);
  if (!hasMouse || !isWide || !range || !isFocused || isPressed || dismissed === range) return null;
  return (
    // React bubbles the events of the tools' menus and dialogs too.
    <Box onFocus={keepFocus} onBlur={loseFocus}>
      <SelectionTools editor={editor} range={range} onDismiss={() => dismiss(range)} />
    </Box>
  );
}

function selectedText({ state: { doc, selection } }: Editor): string | null {
  const { from, to, empty } = selection;
  if (empty || !(selection instanceof TextSelection) || selection.$from.parent.type.spec.code) return null;
  return doc.textBetween(from, Math.min(to, from + 100), ' ').trim() ? `${from} ${to}` : null;
}

/** Whether the focus is in the text or, by `keepFocus`, in what belongs to it. */
function useFocusWithin(editor: Editor) {
  const [isFocused, setFocused] = useState(editor.isFocused);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const handlers = useMemo(
    () => ({
      keepFocus() {
        clearTimeout(timer.current);
        setFocused(true);
      },
      // On its way from one to the other the focus is in neither.
      loseFocus() {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setFocused(false));
      },
    }),
    [],
  );
  useEffect(() => {
    const { keepFocus, loseFocus } = handlers;
    editor.on('focus', keepFocus).on('blur', loseFocus);
    return () => {
      clearTimeout(timer.current);
      editor.off('focus', keepFocus).off('blur', loseFocus);
    };
  }, [editor, handlers]);
  return { isFocused, ...handlers };
}

/** While a button of the mouse is down in the text: it is still selecting. */
function useIsPressed(editor: Editor): boolean {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    // One that was hidden is destroyed, and is rendered once before there is another.
    if (editor.isDestroyed) return undefined;
    const { dom } = editor.view;
    const press = () => setPressed(true);
    const release = () => setPressed(false);
    const releases = ['pointerup', 'pointercancel', 'dragend'];
    dom.addEventListener('pointerdown', press);
    for (const name of releases) addEventListener(name, release);
    return () => {
      dom.removeEventListener('pointerdown', press);
      for (const name of releases) removeEventListener(name, release);
    };
  }, [editor]);
  return isPressed;
}

function SelectionTools({ editor, range, onDismiss }: { editor: Editor; range: string; onDismiss: () => void }) {
  const [from = 0, to] = range.split(' ').map(Number);
  const anchor = useTextAnchor(editor, from, to);
  useEffect(() => {
    const { dom } = editor.view;
    const handle = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onDismiss();
    };
    dom.addEventListener('keydown', handle);
    return () => dom.removeEventListener('keydown', handle);
  }, [editor, onDismiss]);
  return (
    <Popper
      open
      disablePortal
      role="presentation"
      anchorEl={anchor}
      placement="top"
      // Below where the tools above the text would be covered.
      modifiers={['flip', 'preventOverflow', 'hide'].map((name) => ({
        name,
        options: { altBoundary: true, padding: 4 },
      }))}
      sx={{ zIndex: 'modal', '&[data-popper-reference-hidden]': { visibility: 'hidden' } }}
    >
      <Paper elevation={8} sx={{ my: 0.5, border: 1, borderColor: 'divider' }}>
        <ToolBar first="block" label="selectionTools" isFloating onEscape={() => editor.commands.focus()}>
          <ToolGroup>
            <BlockMenu editor={editor} />
          </ToolGroup>
          <ToolGroup>
            <EditorTools editor={editor} names={['bold', 'italic']} />
            <LinkTool editor={editor} />
            <ColorTools editor={editor} />
            <EditorTools editor={editor} names={['clear']} />
          </ToolGroup>
        </ToolBar>
      </Paper>
    </Popper>
  );
}
