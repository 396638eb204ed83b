import { Extension } from '@tiptap/core';
import type { Mark } from '@tiptap/pm/model';
import { Plugin, type Selection, TextSelection } from '@tiptap/pm/state';

/** What an input method writes in place of a link's last letters, or of all of them, stays in the link. */
export const linkComposition = Extension.create({
  name: 'linkComposition',
  addProseMirrorPlugins() {
    let link: Mark | undefined;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            compositionstart(view) {
              const { selection, tr } = view.state;
              const { $from, from, to } = selection;
              link = endingLink(selection);
              if (!link) return false;
              // With stored marks ProseMirror opens an element for them at the cursor, in which the browser composes. TipTap
              // would take the list around a link away that is all of the text.
              tr.delete(from, to).setStoredMarks($from.nodeAfter?.marks ?? null);
              view.dispatch(tr.setMeta('preventClearDocument', true));
              return false;
            },
          },
          handleTextInput(view, from, _to, text, insert) {
            const tr = link && insert();
            if (!link || tr?.getMeta('composition') === undefined) return false;
            // A link does not grow at its end. Without it the element would be drawn anew, which breaks the composition.
            view.dispatch(tr.addMark(from, from + text.length, link));
            return true;
          },
        },
      }),
    ];
  },
});

/** The link that holds all of the selection and ends with it. */
function endingLink(selection: Selection): Mark | undefined {
  const { $from, $to, empty } = selection;
  if (!(selection instanceof TextSelection) || empty || !$from.sameParent($to)) return undefined;
  const link = $from.nodeAfter?.marks.find(({ type }) => type.name === 'link');
  if (!link || link.isInSet($to.nodeAfter?.marks ?? [])) return undefined;
  let isWhole = true;
  $from.parent.nodesBetween($from.parentOffset, $to.parentOffset, (node) => {
    isWhole &&= link.isInSet(node.marks);
  });
  return isWhole ? link : undefined;
}
