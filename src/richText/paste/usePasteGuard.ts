import { Fragment, Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { useNotify } from 'ra-core';
import { useMemo } from 'react';
import { styleValue } from '../html/elements.ts';
import { parsePaste } from './css.ts';

/**
 * Runs each paste, so that one that fails is heard of, and inserts at least its text.
 * @param isPlain whether all pastes are plain text; with Shift one is
 */
export function usePasteGuard(isPlain: boolean) {
  const notify = useNotify();
  return useMemo(() => {
    let isShiftHeld = false;
    const noteShift = (_view: EditorView, { shiftKey, key }: KeyboardEvent) => {
      // Shift and Insert are an ordinary paste.
      isShiftHeld = shiftKey && key !== 'Insert';
      return false;
    };
    const handlers = {
      keydown: noteShift,
      keyup: noteShift,
      paste(view: EditorView, event: ClipboardEvent) {
        const data = event.clipboardData;
        // While an input method composes, the browser alone can paste.
        if (!data || !view.editable || view.composing) return false;
        const html = data.getData('text/html');
        const text = data.getData('text/plain') || data.getData('text/uri-list').replaceAll(/\r?\n/g, ' ');
        const isCode = view.state.selection.$from.parent.type.spec.code ?? false;
        const before = view.state.doc;
        event.preventDefault();
        try {
          if (html && !(text && (isShiftHeld || isCode))) view.pasteHTML(codeBlockOf(data) ?? html, event);
          else view.pasteText(text, event);
        } catch {
          const isInserted = view.state.doc !== before || insertText(view, text, html);
          notify(isInserted ? 'richText.pastedAsText' : 'richText.notPasted', { type: 'warning' });
        }
        return true;
      },
    };
    return { handlers, isPlainPaste: () => isPlain || isShiftHeld };
  }, [isPlain, notify]);
}

/**
 * Several lines that were copied in VS Code or one of its kind, as a code block: its HTML has a paragraph of coloured words for
 * each line. Files in Markdown or plain text are pasted as text.
 */
function codeBlockOf(data: DataTransfer): string | undefined {
  const text = data.getData('text/plain').replaceAll(/\r\n?/g, '\n');
  const about = data.getData('vscode-editor-data');
  if (!text.trim().includes('\n') || /"mode":"(markdown|plaintext)"/.test(about)) return undefined;
  if (!about && !isOfCodeEditor(parsePaste(data.getData('text/html')))) return undefined;
  const block = document.createElement('pre');
  block.textContent = text.replace(/^\n+/, '').trimEnd();
  return block.outerHTML;
}

/** Chromium alone gives a page `vscode-editor-data`; elsewhere the look of the HTML decides. */
function isOfCodeEditor({ children }: Element): boolean {
  const [only, another] = [...children].filter((element) => !element.matches('meta'));
  const style = only?.getAttribute('style') ?? '';
  const isMonospace = /monospace/.test(styleValue(style, 'font-family') ?? '');
  return another === undefined && isMonospace && styleValue(style, 'white-space') === 'pre';
}

/** @returns whether it could be inserted */
function insertText(view: EditorView, text: string, html: string): boolean {
  try {
    const { schema, tr } = view.state;
    const lines = (text || (parsePaste(html).textContent ?? '')).split(/[\r\n]+/);
    const blocks = lines.flatMap((line) => schema.nodes.paragraph?.create(null, line ? schema.text(line) : null) ?? []);
    view.dispatch(tr.replaceSelection(new Slice(Fragment.from(blocks), 1, 1)).scrollIntoView());
    return true;
  } catch {
    return false;
  }
}
