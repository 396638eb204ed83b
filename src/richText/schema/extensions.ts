import { Mark, Node } from '@tiptap/core';
import { ListKeymap } from '@tiptap/extension-list';
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions';
import { isEmptyInline, isJoinable, markTags } from '../html/elements.ts';
import { blocks, tables } from './blocks.ts';
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

/** A video or audio element. `inner` is the HTML of its `source` elements. */
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

/** An inline element without text (an anchor's target, an icon of the site's font): preserved, but not shown. */
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

const inlines = [Node.create({ name: 'text', group: 'inline' }), Image, Film, HardBreak, EmptyInline];

let separate = 0;

/**
 * A mark that keeps its element's tag and attributes, and does not merge with an equal neighbour where that would be
 * visible.
 */
function inlineMark(name: keyof typeof markTags, shortcut?: string) {
  const tags = markTags[name];
  const isLink = name === 'link';
  return Mark.create({
    name,
    inclusive: !isLink,
    // Elements of one kind may be nested; only a link in a link is invalid HTML.
    excludes: isLink ? 'link' : '',
    addAttributes: () => ({
      ...preservedAttributeSpec(tags[0]),
      key: {
        default: null,
        rendered: false,
        parseHTML: (element) => {
          if (isJoinable(element)) return null;
          separate += 1;
          return separate;
        },
      },
    }),
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: ({ mark, HTMLAttributes }) => [mark.attrs.tag, HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return shortcut ? { [shortcut]: () => this.editor.commands.toggleMark(name) } : {};
    },
  });
}

const marks = [
  inlineMark('link'),
  inlineMark('bold', 'Mod-b'),
  inlineMark('italic', 'Mod-i'),
  inlineMark('underline', 'Mod-u'),
  inlineMark('strike', 'Mod-Shift-x'),
  inlineMark('inline'),
];

/** All that the editor can represent. Anything else opens as source (isLosslessRoundTrip). */
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
