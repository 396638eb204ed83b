import { Extension } from '@tiptap/core';

/** Tab moves between the cells of a table, so that another key must lead to the tools; it is the one of other editors. */
export const toolbarKeys = Extension.create({
  name: 'toolbarKeys',
  addKeyboardShortcuts: () => ({
    'Alt-F10': ({ editor }) => {
      // The last one floats beside the selection, where there is one.
      const bars = editor.view.dom.closest('[data-editor]')?.querySelectorAll('[role=toolbar]');
      const tool = [...(bars ?? [])].at(-1)?.querySelector<HTMLElement>('[tabindex="0"]');
      tool?.focus();
      return tool !== undefined && tool !== null;
    },
  }),
});
