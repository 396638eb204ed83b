import { type Editor, Extension } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';

/** The toolbar has no button for these tags, so the right arrow and Enter have to lead out of them. */
const tags = new Set(['sup', 'sub', 'code', 'kbd', 'samp', 'var', 'tt']);

/** Makes the next typed text leave such a mark, if the cursor is where the mark and its block end. */
function exitAtBlockEnd({ state, view }: Editor): boolean {
  const { selection, storedMarks, tr } = state;
  const { $from } = selection;
  if (!(selection instanceof TextSelection) || !selection.empty || $from.nodeAfter) return false;
  // All lines of a code block are within its one `code` element.
  if ($from.parent.type.spec.code) return false;
  const marks = storedMarks ?? $from.marks();
  const left = marks.filter(({ type, attrs }) => type.name !== 'inline' || !tags.has(attrs.tag));
  if (left.length === marks.length) return false;
  view.dispatch(tr.setStoredMarks(left));
  return true;
}

/**
 * At the end of a block, the right arrow leaves superscript, subscript and code, and Enter does not take them to the
 * next block.
 */
export const exitMarks = Extension.create({
  name: 'exitMarks',
  priority: 200,
  addKeyboardShortcuts() {
    return {
      ArrowRight: () => exitAtBlockEnd(this.editor),
      Enter: () => {
        exitAtBlockEnd(this.editor);
        return false;
      },
    };
  },
});
