import { type Editor, Extension } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';

/** Of these there is no button, so that a key has to lead out of them: m<sup>2</sup> or code at the end of a line. */
const tags = new Set(['sup', 'sub', 'code', 'kbd', 'samp', 'var', 'tt']);

/** What is typed next is outside of such a mark, if the cursor is where it and its block end. */
function leave({ state, view }: Editor): boolean {
  const { selection, storedMarks, tr } = state;
  const { $from } = selection;
  if (!(selection instanceof TextSelection) || !selection.empty || $from.nodeAfter) return false;
  const marks = storedMarks ?? $from.marks();
  const left = marks.filter(({ type, attrs }) => type.name !== 'inline' || !tags.has(attrs.tag));
  if (left.length === marks.length) return false;
  view.dispatch(tr.setStoredMarks(left));
  return true;
}

/** The right arrow leaves superscript, subscript and code, and Enter does not take them to the next line. */
export const smallMarks = Extension.create({
  name: 'smallMarks',
  priority: 200,
  addKeyboardShortcuts() {
    return {
      ArrowRight: () => leave(this.editor),
      Enter: () => {
        leave(this.editor);
        return false;
      },
    };
  },
});
