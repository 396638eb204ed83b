import type { Editor } from '@tiptap/core';
import { kindOf } from '../../upload/callFor.ts';
import type { Sent } from '../../upload/way.ts';

/** A file in a text: a picture, a player, or a link that says its name. */
function contentOf({ url, name = url, kind }: Pick<Sent, 'url' | 'name' | 'kind'>) {
  const what = kind ?? kindOf({ name: url, type: '' });
  if (what === 'image') return { type: 'image', attrs: { kept: { src: url, alt: '' } } };
  if (what === 'document')
    return { type: 'text', text: name, marks: [{ type: 'link', attrs: { kept: { href: url } } }] };
  return { type: 'film', attrs: { tag: what, kept: { src: url, controls: '', preload: 'metadata' } } };
}

/** Puts a file into the text, at a place or where one writes. */
export function insertSent(editor: Editor, sent: Sent, pos?: number): void {
  if (pos === undefined) editor.chain().focus().insertContent(contentOf(sent)).run();
  else editor.commands.insertContentAt(pos, contentOf(sent), { updateSelection: false });
}
