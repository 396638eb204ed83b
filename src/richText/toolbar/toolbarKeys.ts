import { Extension } from '@tiptap/core';

/** Tab moves between the cells of a table, so that another key must lead to the tools; it is the one of other editors. */
export const toolbarKeys = Extension.create({
  name: 'toolbarKeys',
  addKeyboardShortcuts: () => ({
    'Alt-F10': ({ editor }) => {
      const frame = editor.view.dom.closest('[data-editor]');
      const tool = frame?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]');
      tool?.focus();
      return tool !== null;
    },
  }),
});
