import { Editor } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';

/** TipTap as its documentation begins with it, and what the body needs: what our editor is measured against. */
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
document.querySelector('button')?.addEventListener('click', () => {
  new Editor({ element: root, extensions: [StarterKit, TableKit, Image], content: localStorage.getItem('body') ?? '' });
});
