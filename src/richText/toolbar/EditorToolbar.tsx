import type { SvgIconComponent } from '@mui/icons-material';
import Code from '@mui/icons-material/Code';
import ContentPasteGo from '@mui/icons-material/ContentPasteGo';
import FormatBold from '@mui/icons-material/FormatBold';
import FormatClear from '@mui/icons-material/FormatClear';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatUnderlined from '@mui/icons-material/FormatUnderlined';
import Redo from '@mui/icons-material/Redo';
import StrikethroughS from '@mui/icons-material/StrikethroughS';
import Undo from '@mui/icons-material/Undo';
import { type Editor, useEditorState } from '@tiptap/react';
import { clearFormat } from '../commands.ts';
import type { LabelKey } from '../useLabel.ts';
import { blockTools } from './blockTools.ts';
import { ColorTools } from './ColorTools.tsx';
import { InsertTools } from './InsertTools.tsx';
import { ToolBar, ToolButton, ToolGroup } from './ToolBar.tsx';
import { AlignMenu, BlockMenu, TableMenu } from './toolMenus.tsx';

interface Props {
  editor: Editor;
  /** The source cannot be opened then: placeholders of uploads exist only in the visual editor. */
  isUploading: boolean;
  /** Whether what is pasted becomes text without formats. */
  isPlain: boolean;
  onPlain: (isPlain: boolean) => void;
  onSource: () => void;
}

export function EditorToolbar({ editor, isUploading, isPlain, onPlain, onSource }: Props) {
  const states = useEditorState({ editor, selector: ({ editor: current }) => toolStates(current) });
  const tool = (name: ToolName) => {
    const { icon: Icon, run, keys, isActive }: Tool = tools[name];
    const { active, ready } = states[name];
    return (
      <ToolButton
        key={name}
        name={name}
        keys={keys}
        active={isActive && active}
        ready={ready}
        onClick={() => run(editor)}
      >
        <Icon />
      </ToolButton>
    );
  };
  return (
    <ToolBar first="undo">
      <ToolGroup>{(['undo', 'redo'] as const).map(tool)}</ToolGroup>
      <ToolGroup>
        <BlockMenu editor={editor} />
      </ToolGroup>
      <ToolGroup>
        {(['bold', 'italic', 'underline', 'strike'] as const).map(tool)}
        <ColorTools editor={editor} />
        {tool('clear')}
      </ToolGroup>
      <ToolGroup>
        <AlignMenu editor={editor} />
        {(['bulletList', 'orderedList', 'quote'] as const).map(tool)}
      </ToolGroup>
      <ToolGroup>
        <InsertTools editor={editor} />
        <TableMenu editor={editor} />
        {tool('rule')}
      </ToolGroup>
      <ToolGroup end>
        <ToolButton name="plainPaste" active={isPlain} onClick={() => onPlain(!isPlain)}>
          <ContentPasteGo />
        </ToolButton>
        <ToolButton name="source" ready={!isUploading} onClick={onSource}>
          <Code />
        </ToolButton>
      </ToolGroup>
    </ToolBar>
  );
}

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
} satisfies Partial<Record<LabelKey, Tool>>;

type ToolName = keyof typeof tools;

function toolStates(editor: Editor): Record<ToolName, { active: boolean; ready: boolean }> {
  const entries = Object.entries<Tool>(tools).map(([name, { isActive, isReady }]) => {
    return [name, { active: isActive?.(editor) ?? false, ready: isReady?.(editor) ?? true }];
  });
  return Object.fromEntries(entries);
}
