import type { Editor } from '@tiptap/core';
import { kindOf } from '../../upload/callFor.ts';
import type { UploadResult } from '../../upload/transport.ts';

/** A file in a text: a picture, a player, or a link that says its name. */
function contentOf({ url, name = url, kind }: Pick<UploadResult, 'url' | 'name' | 'kind'>) {
  const what = kind ?? kindOf({ name: url, type: '' });
  if (what === 'image') return { type: 'image', attrs: { preserved: { src: url, alt: '' } } };
  if (what === 'document')
    return { type: 'text', text: name, marks: [{ type: 'link', attrs: { preserved: { href: url } } }] };
  return { type: 'film', attrs: { tag: what, preserved: { src: url, controls: '', preload: 'metadata' } } };
}

/** Puts a file into the text, at a place or where one writes. */
export function insertSent(editor: Editor, sent: UploadResult, pos?: number): void {
  if (pos === undefined) editor.chain().focus().insertContent(contentOf(sent)).run();
  else editor.commands.insertContentAt(pos, contentOf(sent), { updateSelection: false });
}
