import { Extension } from '@tiptap/core';
import { CellSelection } from '@tiptap/pm/tables';

/** Cells stay selected at the edge of their table, where prosemirror-tables leaves Shift and an arrow to the browser. */
export const cellKeys = Extension.create({
  name: 'cellKeys',
  // Behind the tables' own keys.
  priority: 50,
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
