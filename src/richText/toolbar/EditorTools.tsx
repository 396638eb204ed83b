import type { SvgIconComponent } from '@mui/icons-material';
import FindReplace from '@mui/icons-material/FindReplace';
import FormatBold from '@mui/icons-material/FormatBold';
import FormatClear from '@mui/icons-material/FormatClear';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatUnderlined from '@mui/icons-material/FormatUnderlined';
import Redo from '@mui/icons-material/Redo';
import StrikethroughS from '@mui/icons-material/StrikethroughS';
import Undo from '@mui/icons-material/Undo';
import { type Editor, useEditorState } from '@tiptap/react';
import { clearFormat } from '../commands.ts';
import { closeFinder, findingOf, openFinder } from '../find/finder.ts';
import type { LabelKey } from '../useLabel.ts';
import { blockTools } from './blockTools.ts';
import { ToolButton } from './ToolBar.tsx';

interface Tool {
  icon: SvgIconComponent;
  /** As ProseMirror names keys; `Mod` is ⌘ on a Mac. */
  keys?: string;
  run: (editor: Editor) => void;
  isActive?: (editor: Editor) => boolean;
  isReady?: (editor: Editor) => boolean;
}

const mark = (name: string, icon: SvgIconComponent, keys: string): Tool => ({
  icon,
  keys,
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  isActive: (editor) => editor.isActive(name),
});

const block = (name: 'bulletList' | 'orderedList' | 'quote' | 'rule', active?: string): Tool => ({
  icon: blockTools[name].icon,
  run: (editor) => blockTools[name].insert(editor.chain().focus()).run(),
  isActive: active ? (editor) => editor.isActive(active) : undefined,
});

const tools = {
  undo: {
    icon: Undo,
    keys: 'Mod-z',
    run: (editor) => editor.chain().focus().undo().run(),
    isReady: (editor) => editor.can().undo(),
  },
  redo: {
    icon: Redo,
    keys: 'Mod-Shift-z',
    run: (editor) => editor.chain().focus().redo().run(),
    isReady: (editor) => editor.can().redo(),
  },
  bold: mark('bold', FormatBold, 'Mod-b'),
  italic: mark('italic', FormatItalic, 'Mod-i'),
  underline: mark('underline', FormatUnderlined, 'Mod-u'),
  strike: mark('strike', StrikethroughS, 'Mod-Shift-x'),
  bulletList: block('bulletList', 'bulletList'),
  orderedList: block('orderedList', 'orderedList'),
  quote: block('quote', 'blockquote'),
  rule: block('rule'),
  clear: { icon: FormatClear, run: (editor) => editor.chain().focus().command(clearFormat).run() },
  find: {
    icon: FindReplace,
    keys: 'Mod-f',
    run: ({ view }) => view.dispatch(findingOf(view.state) ? closeFinder(view.state) : openFinder(view.state)),
    isActive: ({ state }) => findingOf(state) !== null,
  },
} satisfies Partial<Record<LabelKey, Tool>>;

type ToolName = keyof typeof tools;

export function EditorTools({ editor, names }: { editor: Editor; names: readonly ToolName[] }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      names.map((name) => {
        const { isActive, isReady }: Tool = tools[name];
        return { active: isActive?.(current), ready: isReady?.(current) };
      }),
  });
  return names.map((name, index) => {
    const { icon: Icon, run, keys }: Tool = tools[name];
    return (
      <ToolButton key={name} name={name} keys={keys} {...states[index]} onClick={() => run(editor)}>
        <Icon />
      </ToolButton>
    );
  });
}
