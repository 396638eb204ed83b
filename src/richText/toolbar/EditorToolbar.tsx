import Code from '@mui/icons-material/Code';
import ContentPasteGo from '@mui/icons-material/ContentPasteGo';
import type { Editor } from '@tiptap/react';
import { memo } from 'react';
import { FindBar } from '../find/FindBar.tsx';
import { ColorTools } from './ColorTools.tsx';
import { EditorTools } from './EditorTools.tsx';
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

/** Not rendered with each key: its parts follow the editor's state themselves. */
export const EditorToolbar = memo(({ editor, isUploading, isPlain, onPlain, onSource }: Props) => (
  <ToolBar first="undo" onEscape={() => editor.commands.focus()} below={<FindBar editor={editor} />}>
    <ToolGroup>
      <EditorTools editor={editor} names={['undo', 'redo']} />
    </ToolGroup>
    <ToolGroup>
      <BlockMenu editor={editor} />
    </ToolGroup>
    <ToolGroup>
      <EditorTools editor={editor} names={['bold', 'italic', 'underline', 'strike']} />
      <ColorTools editor={editor} />
      <EditorTools editor={editor} names={['clear']} />
    </ToolGroup>
    <ToolGroup>
      <AlignMenu editor={editor} />
      <EditorTools editor={editor} names={['bulletList', 'orderedList', 'quote']} />
    </ToolGroup>
    <ToolGroup>
      <InsertTools editor={editor} />
      <TableMenu editor={editor} />
      <EditorTools editor={editor} names={['rule']} />
    </ToolGroup>
    <ToolGroup end>
      <EditorTools editor={editor} names={['find']} />
      <ToolButton name="plainPaste" active={isPlain} onClick={() => onPlain(!isPlain)}>
        <ContentPasteGo />
      </ToolButton>
      <ToolButton name="source" ready={!isUploading} onClick={onSource}>
        <Code />
      </ToolButton>
    </ToolGroup>
  </ToolBar>
));
