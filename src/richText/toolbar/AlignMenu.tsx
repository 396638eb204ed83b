import FormatAlignCenter from '@mui/icons-material/FormatAlignCenter';
import FormatAlignJustify from '@mui/icons-material/FormatAlignJustify';
import FormatAlignLeft from '@mui/icons-material/FormatAlignLeft';
import FormatAlignRight from '@mui/icons-material/FormatAlignRight';
import { type Editor, useEditorState } from '@tiptap/react';
import { type Align, alignOf, setAlign } from '../commands/blockStyle.ts';
import { ToolMenu } from './ToolMenu.tsx';

const aligns = {
  left: { name: 'alignLeft', icon: FormatAlignLeft },
  center: { name: 'alignCenter', icon: FormatAlignCenter },
  right: { name: 'alignRight', icon: FormatAlignRight },
  justify: { name: 'alignJustify', icon: FormatAlignJustify },
} as const;
const all = Object.keys(aligns) as Align[];

export function AlignMenu({ editor }: { editor: Editor }) {
  const current = useEditorState({
    editor,
    selector: ({ editor: { state } }) => all.find((align) => align === alignOf(state)),
  });
  const entries = all.map((align) => ({
    ...aligns[align],
    selected: align === current,
    run: () => editor.chain().focus().command(setAlign(align)).run(),
  }));
  const Icon = aligns[current ?? 'left'].icon;
  return (
    <ToolMenu name="align" entries={entries}>
      <Icon />
    </ToolMenu>
  );
}
