import type { TiptapEditorHTMLElement } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { findMatches, type Match } from './finder.ts';

/** An address is that of a link, a picture or a film; a bare picture has no alternative text. */
export type Sought = { kind: 'text' | 'address'; text: string } | { kind: 'barePicture' };

/** Selects the next place of what is sought in the editor of an element, and scrolls there. After the last one comes the first. */
export function selectFound(element: HTMLElement, sought: Sought): void {
  const { editor } = element as TiptapEditorHTMLElement;
  if (!editor) return;
  const { doc, selection, tr } = editor.state;
  const matches = matchesOf(doc, sought);
  const match = matches.find(({ from }) => from >= selection.to) ?? matches[0];
  if (!match) return;
  const isWhole = match.isIsland || !doc.nodeAt(match.from)?.isText;
  const found = isWhole ? NodeSelection.create(doc, match.from) : TextSelection.create(doc, match.from, match.to);
  editor.view.dispatch(tr.setSelection(found));
  editor.view.focus();
  // In the middle, because the editor's tools cover the text at its edge.
  const { node } = editor.view.domAtPos(match.from);
  (node instanceof Element ? node : node.parentElement)?.scrollIntoView?.({ block: 'center' });
}

function matchesOf(doc: DocNode, sought: Sought): Match[] {
  if (sought.kind === 'text') return findMatches(doc, { query: sought.text, matchCase: false });
  if (sought.kind === 'barePicture') return findNodes(doc, isBarePicture);
  return findNodes(doc, (node) => addressesOf(node).includes(sought.text));
}

function findNodes(doc: DocNode, isFound: (node: DocNode) => boolean): Match[] {
  const matches: Match[] = [];
  doc.descendants((node, position) => {
    if (isFound(node)) matches.push({ from: position, to: position + node.nodeSize });
  });
  return matches;
}

const isBarePicture = ({ type, attrs }: DocNode) => type.name === 'image' && !attrs.preserved.alt?.trim();

const addressesOf = ({ attrs, marks }: DocNode): string[] =>
  [attrs.preserved, ...marks.map((mark) => mark.attrs.preserved)].flatMap(({ src, href } = {}) => [src, href]);
