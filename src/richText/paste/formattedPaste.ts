import { closeHistory } from '@tiptap/pm/history';
import type { Slice } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { isInTable } from '@tiptap/pm/tables';
import type { EditorView } from '@tiptap/pm/view';
import { purifiedBody } from '../html/prepare.ts';
import { isLinkAddress } from '../toolbar/ToolDialog.tsx';
import { recognizeMarkdown } from './recognizeMarkdown.ts';

interface Paste {
  text: () => void;
  /** Hands what the editor takes of the HTML to `insert`, which puts it into the text. */
  html: (html: string, insert: (slice: Slice) => void) => void;
}

interface Pasted {
  text: string;
  html: string;
}

/**
 * Makes a link of an address that is pasted as text, and formats of Markdown. Each is a step of the history after the paste
 * of the text as it is, so that one undo leads back to that.
 * @returns whether it has pasted anything
 */
export function pasteFormatted(view: EditorView, { text, html }: Pasted, paste: Paste): boolean {
  const { selection, doc } = view.state;
  if (!(selection instanceof TextSelection) || selection.$from.parent.type.spec.code) return false;
  const { from, to, empty } = selection;
  const href = addressOf(text);
  if (href && !empty && !addressOf(doc.textBetween(from, to, ' ')) && isLinkAlone(html, text)) {
    addLink(view, from, to, href);
    return true;
  }
  if (html) return false;
  if (href) {
    paste.text();
    const end = view.state.selection.to;
    const link = view.state.schema.marks.link;
    if (link && !view.state.doc.rangeHasMark(from, end, link)) addLink(view, from, end, href);
    return true;
  }
  const markdown = recognizeMarkdown(text);
  if (!markdown) return false;
  paste.text();
  const end = view.state.selection.to;
  const pasted = view.state.doc;
  import('./renderMarkdown.ts')
    .then(({ renderMarkdown }) => {
      // Whoever has gone on meanwhile keeps the text as it is.
      if (view.isDestroyed || !view.editable || view.state.doc !== pasted) return;
      paste.html(renderMarkdown(text, markdown.hasHeadings), (slice) => replaceText(view, from, end, slice));
    })
    // The text is there, and what it may lack are its formats.
    .catch(() => undefined);
  return true;
}

function replaceText(view: EditorView, from: number, to: number, slice: Slice): void {
  if (isInTable(view.state) && slice.content.content.some(({ type }) => type.spec.tableRole === 'table')) return;
  const tr = closeHistory(view.state.tr);
  tr.setSelection(TextSelection.create(tr.doc, from, to)).replaceSelection(slice);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
}

/** Where a text that is nothing but a web address leads, or one for mail or a telephone. */
function addressOf(pasted: string): string | undefined {
  const text = pasted.trim();
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  const isAddress = /^(https?:|mailto:|tel:)/i.test(href) && isLinkAddress(href) && URL.canParse(href);
  // A sentence goes on after such signs; in an address they would be written as per cent signs.
  return isAddress && !/[<>"，。；、！？（）《》「」“”]/.test(href) ? href : undefined;
}

/** Some programs put a link with its title beside an address that is copied. */
function isLinkAlone(html: string, address: string): boolean {
  const body = purifiedBody(html);
  const all = body.textContent?.trim() ?? '';
  const links = [...body.querySelectorAll('a')];
  return all === '' || all === address.trim() || (links.length === 1 && links[0]?.textContent?.trim() === all);
}

function addLink(view: EditorView, from: number, to: number, href: string): void {
  const link = view.state.schema.marks.link?.create({ preserved: { href } });
  if (!link) return;
  const tr = closeHistory(view.state.tr).addMark(from, to, link);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, to)).scrollIntoView());
}
