import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { openBody } from '../html/openBody.ts';

/** Exchanges an island with the block before or after it. */
export function moveIsland(editor: Editor, pos: number, by: 1 | -1): void {
  const { tr, doc } = editor.state;
  const node = doc.nodeAt(pos);
  const neighbour = by === 1 ? doc.resolve(pos + (node?.nodeSize ?? 0)).nodeAfter : doc.resolve(pos).nodeBefore;
  if (!node || !neighbour) return;
  const to = pos + by * neighbour.nodeSize;
  tr.delete(pos, pos + node.nodeSize).insert(to, node);
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView());
}

/** Replaces an island's source. Parts of it that the editor can hold become ordinary content. */
export function setIslandSource(editor: Editor, pos: number, html: string): void {
  const { tr, doc, schema } = editor.state;
  const node = doc.nodeAt(pos);
  if (!node || node.attrs.html === html) return;
  const end = pos + node.nodeSize;
  const { doc: opened } = openBody(html, schema);
  const [first] = opened.children;
  if (!html.trim()) tr.delete(pos, end);
  else if (!node.isInline) tr.replaceWith(pos, end, opened.content);
  else if (first?.type.name === 'paragraph' && opened.childCount === 1) tr.replaceWith(pos, end, first.content);
  else tr.setNodeAttribute(pos, 'html', html);
  editor.view.dispatch(tr);
  editor.commands.focus();
}
