import GridOn from '@mui/icons-material/GridOn';
import { type Editor, useEditorState } from '@tiptap/react';
import { textAfter } from '../commands/blockStyle.ts';
import { type MenuEntry, ToolMenu } from './ToolMenu.tsx';

/** Attributes, not styles: they give borders to cells that are added later too, whatever the site's own styles are. */
const newTable = { border: '1', cellspacing: '0', cellpadding: '6', style: 'width: 100%; border-collapse: collapse;' };

export function TableMenu({ editor }: { editor: Editor }) {
  const inTable = useEditorState({ editor, selector: ({ editor: { isActive } }) => isActive.call(editor, 'table') });
  const inside = (name: MenuEntry['name'], act: () => ReturnType<Editor['chain']>, divided = false): MenuEntry => ({
    name,
    divided,
    ready: inTable,
    run: () => act().run(),
  });
  const chain = () => editor.chain().focus();
  const entries: MenuEntry[] = [
    {
      name: 'insertTable',
      ready: !inTable,
      run: () =>
        chain()
          .insertTable({ rows: 3, cols: 3, withHeaderRow: false })
          .updateAttributes('table', { preserved: newTable })
          .command(textAfter)
          .run(),
    },
    inside('addRowBefore', () => chain().addRowBefore(), true),
    inside('addRowAfter', () => chain().addRowAfter()),
    inside('addColumnBefore', () => chain().addColumnBefore()),
    inside('addColumnAfter', () => chain().addColumnAfter()),
    inside('headerRow', () => chain().toggleHeaderRow(), true),
    inside('mergeOrSplit', () => chain().mergeOrSplit()),
    inside('deleteRow', () => chain().deleteRow(), true),
    inside('deleteColumn', () => chain().deleteColumn()),
    inside('deleteTable', () => chain().deleteTable()),
  ];
  return (
    <ToolMenu name="table" entries={entries}>
      <GridOn />
    </ToolMenu>
  );
}
