import { Node } from '@tiptap/core';
import { isEmptyInline, markTags } from '../html/tags.ts';
import { preservedAttributeSpec } from './preservedAttributes.ts';

const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => preservedAttributeSpec('img'),
  parseHTML: () => [{ tag: 'img' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

/** A film or a sound, with the sources that stand in it. */
const Film = Node.create({
  name: 'film',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({
    ...preservedAttributeSpec('video'),
    inner: { default: '', rendered: false, parseHTML: (element) => element.innerHTML },
  }),
  parseHTML: () => [{ tag: 'video' }, { tag: 'audio' }],
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, { ...HTMLAttributes, controls: '' }],
});

const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  addAttributes: () => preservedAttributeSpec('br'),
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: ({ HTMLAttributes }) => ['br', HTMLAttributes],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return {
      'Shift-Enter': () =>
        this.editor.commands.command(({ state, tr }) => {
          const marks = state.storedMarks ?? state.selection.$from.marks();
          tr.replaceSelectionWith(this.type.create()).ensureMarks(marks).scrollIntoView();
          return true;
        }),
    };
  },
});

/** An inline element around nothing (an anchor's target, an icon of the site's font): carried along, not shown. */
const EmptyInline = Node.create({
  name: 'emptyInline',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({
    html: { default: '', rendered: false, parseHTML: (element) => element.outerHTML },
  }),
  parseHTML: () => {
    const tag = Object.values(markTags).flat().join(',');
    return [{ tag: 'wbr' }, { tag, priority: 60, getAttrs: (element) => (isEmptyInline(element) ? null : false) }];
  },
  renderHTML: () => ['span', { class: 'empty-inline' }],
});

export const inlines = [Node.create({ name: 'text', group: 'inline' }), Image, Film, HardBreak, EmptyInline];
