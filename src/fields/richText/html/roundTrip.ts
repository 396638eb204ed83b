import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import { extensions } from '../schema/extensions.ts';
import { openBody } from './openBody.ts';
import { toHtml } from './toHtml.ts';

const schema = getSchema(extensions);

/** What the editor makes of HTML if every block of it is edited: read into the schema and written anew. */
export function roundTrip(html: string): string {
  const { doc } = openBody(html, schema);
  // As soon as anything happens the editor squares its tables.
  const shown = fixTables(EditorState.create({ doc }))?.doc ?? doc;
  const blocks = shown.content.content.map((_node, index) => toHtml(shown, index)).join('');
  return html.trim() === '' ? '' : blocks;
}
