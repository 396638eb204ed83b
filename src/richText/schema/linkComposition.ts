import { Extension } from '@tiptap/core';
import type { Mark } from '@tiptap/pm/model';
import { Plugin, type Selection, TextSelection } from '@tiptap/pm/state';

/** Keeps text in a link that an input method writes in place of the link's last letters, or of all its letters. */
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
              // With stored marks, ProseMirror opens an element for them at the cursor, in which the browser composes.
              // If the link is the whole text, TipTap would remove the list around it.
              tr.delete(from, to).setStoredMarks($from.nodeAfter?.marks ?? null);
              view.dispatch(tr.setMeta('preventClearDocument', true));
              return false;
            },
          },
          handleTextInput(view, from, _to, text, insert) {
            const tr = link && insert();
            if (!link || tr?.getMeta('composition') === undefined) return false;
            // A link does not grow at its end. If the mark is missing, the element is drawn anew, which breaks the
            // composition.
            view.dispatch(tr.addMark(from, from + text.length, link));
            return true;
          },
        },
      }),
    ];
  },
});

/** The link that contains the whole selection and ends with it. */
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
