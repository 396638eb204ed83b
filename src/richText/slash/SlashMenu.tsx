import { Box, Paper, Popper } from '@mui/material';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { isCompositionKey } from '../../utils/keyboard.ts';
import { type BlockTool, type BlockToolName, blockTools } from '../toolbar/blockTools.ts';
import type { DialogProps } from '../toolbar/ToolDialog.tsx';
import { useLabel } from '../useLabel.ts';
import { useTextAnchor } from '../useTextAnchor.ts';
import { closeSlash, type SlashQuery, slashQueryOf } from './slashQuery.ts';

const names = Object.keys(blockTools) as BlockToolName[];
const toolOf = (name: BlockToolName): BlockTool => blockTools[name];
const squeezed = (text: string) => text.toLowerCase().replace(/[\s']/g, '');

/** A menu that a slash opens at the start of a block or after a space. The focus stays in the text. */
export function SlashMenu({ editor }: { editor: Editor }) {
  const label = useLabel();
  const slash = useEditorState({ editor, selector: ({ editor: current }) => slashQueryOf(current.state) });
  const inTable = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  const [Dialog, setDialog] = useState<ComponentType<DialogProps> | null>(null);

  useEffect(() => {
    const close = () => !editor.isDestroyed && editor.view.dispatch(closeSlash(editor.state.tr));
    editor.on('blur', close);
    return () => void editor.off('blur', close);
  }, [editor]);

  const choose = (name: BlockToolName) => {
    const tool = toolOf(name);
    if (!slash) return;
    const chain = editor.chain().focus().deleteRange({ from: slash.from, to: editor.state.selection.from });
    (tool.insert?.(chain) ?? chain).run();
    if (tool.Dialog) setDialog(() => tool.Dialog ?? null);
  };
  const close = () => {
    setDialog(null);
    editor.commands.focus();
  };
  const query = squeezed(slash?.query ?? '');
  const isBegun = (name: BlockToolName) =>
    squeezed(label(name)).startsWith(query) ||
    toolOf(name)
      .searchTerms.split(' ')
      .some((word) => word.startsWith(query));
  const offered = names.filter((name) => name !== 'table' || !inTable);
  const within = offered.filter((name) => !isBegun(name) && squeezed(label(name)).includes(query));
  // Tools that begin with the query come first.
  const found = [...offered.filter(isBegun), ...within];
  return (
    <>
      {slash && found.length > 0 && (
        <SlashList key={query} editor={editor} slash={slash} found={found} onChoose={choose} />
      )}
      {Dialog && <Dialog editor={editor} isNew onClose={close} />}
    </>
  );
}

interface SlashListProps {
  editor: Editor;
  slash: SlashQuery;
  found: readonly BlockToolName[];
  onChoose: (name: BlockToolName) => void;
}

function SlashList({ editor, slash: { from }, found, onChoose }: SlashListProps) {
  const label = useLabel();
  const id = useId();
  const [index, setIndex] = useState(0);
  const active = found[index] ?? found[0];
  const list = useRef<HTMLDivElement>(null);

  const keys = useRef<Record<string, () => void>>({});
  keys.current = {
    ArrowDown: () => setIndex((index + 1) % found.length),
    ArrowUp: () => setIndex((index - 1 + found.length) % found.length),
    Enter: () => active && onChoose(active),
    Tab: () => active && onChoose(active),
    Escape: () => editor.view.dispatch(closeSlash(editor.state.tr)),
  };
  useEffect(() => {
    const { dom } = editor.view;
    const handle = (event: KeyboardEvent) => {
      const action = isCompositionKey(event) ? undefined : keys.current[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      action();
    };
    // The listener captures keys before the editor handles them.
    dom.addEventListener('keydown', handle, true);
    return () => dom.removeEventListener('keydown', handle, true);
  }, [editor]);

  useEffect(() => {
    const { dom } = editor.view;
    const attributes = { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}`, 'aria-autocomplete': 'list' };
    for (const [name, value] of Object.entries(attributes)) dom.setAttribute(name, value);
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const name of Object.keys(attributes)) dom.removeAttribute(name);
    };
  }, [editor, id, active]);

  const anchor = useTextAnchor(editor, from);
  return (
    <Popper open disablePortal role="presentation" anchorEl={anchor} placement="bottom-start" sx={{ zIndex: 'modal' }}>
      <Paper
        ref={list}
        id={id}
        role="listbox"
        aria-label={label('slashMenu')}
        // The list scrolls, so it must be focusable.
        tabIndex={0}
        // The editor keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        elevation={8}
        sx={{ my: 0.5, py: 0.5, maxHeight: 300, minWidth: 180, overflow: 'auto', border: 1, borderColor: 'divider' }}
      >
        {found.map((name, place) => {
          const Icon = toolOf(name).icon;
          return (
            <Box
              key={name}
              id={`${id}-${name}`}
              role="option"
              aria-selected={name === active}
              onMouseMove={() => setIndex(place)}
              onClick={() => onChoose(name)}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                px: 1.5,
                py: 0.75,
                typography: 'body2',
                cursor: 'pointer',
                '& svg': { fontSize: '1.25rem', color: 'text.secondary' },
                '&[aria-selected=true]': { bgcolor: 'action.selected' },
              }}
            >
              <Icon />
              {label(name)}
            </Box>
          );
        })}
      </Paper>
    </Popper>
  );
}
