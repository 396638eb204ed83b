import type { Editor } from '@tiptap/react';
import { useMemo } from 'react';

/** The anchor of a Popper: a part of the text, which the Popper follows while the text is scrolled. */
export const useTextAnchor = (editor: Editor, from: number, to = from) =>
  useMemo(
    () => ({
      contextElement: editor.view.dom,
      getBoundingClientRect() {
        const { view } = editor;
        const size = view.state.doc.content.size;
        const [start, end] = [view.coordsAtPos(Math.min(from, size)), view.coordsAtPos(Math.min(to, size), -1)];
        const isLine = start.bottom > end.top;
        const { left, right } = isLine ? { left: start.left, right: end.right } : view.dom.getBoundingClientRect();
        return new DOMRect(left, start.top, right - left, end.bottom - start.top);
      },
    }),
    [editor, from, to],
  );
