import { Extension } from '@tiptap/core';
import { Plugin, Selection } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';

/**
 * Cells stay selected at the edge of their table, where prosemirror-tables leaves Shift and an arrow to the browser. What an input
 * method writes takes the place of all selected cells, as a typed letter does.
 */
export const cellKeys = Extension.create({
  name: 'cellKeys',
  // Behind the tables' own keys.
  priority: 50,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          compositionstart(view) {
            const { selection, tr } = view.state;
            if (!(selection instanceof CellSelection)) return false;
            tr.deleteSelection();
            const cell = tr.mapping.map(selection.$headCell.pos);
            view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(cell + 1))));
            return false;
          },
        },
      },
    }),
  ],
  addKeyboardShortcuts() {
    const keepsCells = () => this.editor.state.selection instanceof CellSelection;
    return {
      'Shift-ArrowLeft': keepsCells,
      'Shift-ArrowRight': keepsCells,
      'Shift-ArrowUp': keepsCells,
      'Shift-ArrowDown': keepsCells,
    };
  },
});
