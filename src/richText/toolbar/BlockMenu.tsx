import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import { Box } from '@mui/material';
import { type Editor, useEditorState } from '@tiptap/react';
import { useLabel } from '../useLabel.ts';
import { ToolMenu } from './ToolMenu.tsx';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
const names = ['paragraph', ...headings, 'pre'] as const;

const nodes = {
  paragraph: { type: 'paragraph', tag: 'p' },
  pre: { type: 'codeBlock', tag: 'pre' },
  ...(Object.fromEntries(headings.map((tag) => [tag, { type: 'heading', tag }])) as Record<
    (typeof headings)[number],
    { type: string; tag: string }
  >),
};

/** Paragraph, heading or code block; the button tells which. */
export function BlockMenu({ editor }: { editor: Editor }) {
  const label = useLabel();
  const current = useEditorState({
    editor,
    selector: ({ editor: { state } }) =>
      names.find((name) => nodes[name].tag === state.selection.$from.parent.attrs.tag),
  });
  const entries = names.map((name) => ({
    name,
    selected: name === current,
    run: () => {
      const { type, tag } = nodes[name];
      editor.chain().focus().setNode(type, { tag, bare: false }).run();
    },
  }));
  const value = label(current ?? 'paragraph');
  return (
    <ToolMenu name="block" entries={entries} value={value}>
      <Box
        component="span"
        sx={{ typography: 'body2', pl: 0.5, minWidth: '4.5em', textAlign: 'left', whiteSpace: 'nowrap' }}
      >
        {value}
      </Box>
      <ArrowDropDown />
    </ToolMenu>
  );
}
