import BorderColor from '@mui/icons-material/BorderColor';
import Code from '@mui/icons-material/Code';
import FormatColorText from '@mui/icons-material/FormatColorText';
import { type Editor, useEditorState } from '@tiptap/react';
import { highlight, textColor } from '../commands/textStyle.ts';
import { AlignMenu } from './AlignMenu.tsx';
import { BlockMenu } from './BlockMenu.tsx';
import { ColorTool } from './ColorTool.tsx';
import { FileTool } from './FileTool.tsx';
import { FilmTool } from './FilmTool.tsx';
import { ImageTool } from './ImageTool.tsx';
import { LinkTool } from './LinkTool.tsx';
import { TableMenu } from './TableMenu.tsx';
import { ToolBar, ToolGroup } from './ToolBar.tsx';
import { ToolButton } from './ToolButton.tsx';
import { type ToolName, toolStates, tools } from './tools.ts';

interface Props {
  editor: Editor;
  /** A file on its way has its place in what is shown here alone. */
  isUploading: boolean;
  onSource: () => void;
}

export function EditorToolbar({ editor, isUploading, onSource }: Props) {
  const states = useEditorState({ editor, selector: ({ editor: current }) => toolStates(current) });
  const tool = (name: ToolName) => {
    const { icon: Icon, run, ...rest } = tools[name];
    const { active, ready } = states[name];
    return (
      <ToolButton
        key={name}
        name={name}
        keys={'keys' in rest ? rest.keys : undefined}
        active={'isActive' in rest ? active : undefined}
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
        {tool('clear')}
      </ToolGroup>
      <ToolGroup>
        <AlignMenu editor={editor} />
        {(['bulletList', 'orderedList', 'quote'] as const).map(tool)}
      </ToolGroup>
      <ToolGroup>
        <LinkTool editor={editor} />
        <ImageTool editor={editor} />
        <FilmTool editor={editor} />
        <FileTool editor={editor} />
        <TableMenu editor={editor} />
        {tool('rule')}
      </ToolGroup>
      <ToolGroup end>
        <ToolButton name="source" ready={!isUploading} onClick={onSource}>
          <Code />
        </ToolButton>
      </ToolGroup>
    </ToolBar>
  );
}

/** Colours for texts of the site, not of the console: greys, then a strong and a soft row. */
const textColors = [
  ...['#000000', '#333333', '#666666', '#999999', '#cccccc', '#ffffff'],
  ...['#c00000', '#e36c09', '#b8860b', '#2e7d32', '#1f5fbf', '#7030a0'],
  ...['#ff0000', '#ff9900', '#ffd700', '#00b050', '#00a0e9', '#e6007e'],
];

const highlightColors = [
  ...['#ffff00', '#fff2cc', '#fce4d6', '#f8cecc', '#ffe6f2', '#e6e0f8'],
  ...['#d9ead3', '#d5f5e3', '#d0ece7', '#d6eaf8', '#eeeeee', '#ffffff'],
];
