import { ListKeymap } from '@tiptap/extension-list';
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions';
import { blocks } from './blocks.ts';
import { inlines } from './inlines.ts';
import { marks } from './marks.ts';
import { tables } from './tables.ts';

/** All that the editor can hold. What is not here opens as source (isKept). */
export const extensions = [
  ...blocks,
  ...inlines,
  ...tables,
  ...marks,
  ListKeymap,
  UndoRedo,
  Gapcursor,
  Dropcursor.configure({ color: false, class: 'drop-cursor' }),
];
