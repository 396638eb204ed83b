import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/**
 * Lets each key work where the caret is. Chromium announces a moved caret in a task of its own, behind keys that already wait: on a
 * busy machine Home and Backspace joined two paragraphs as the browser does it, with the console's own style in the text, and Enter
 * split where the caret had been.
 */
export const caretSync = Extension.create({
  name: 'caretSync',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown({ composing, dom }) {
              if (!composing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
              return false;
            },
          },
        },
      }),
    ];
  },
});
