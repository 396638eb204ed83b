import { type Attributes, Mark, Node } from '@tiptap/core';
import { ListKeymap } from '@tiptap/extension-list';
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions';
import { DOMSerializer, type Mark as ProseMirrorMark } from '@tiptap/pm/model';
import { isEmptyInline, isJoinable, islandTags, markTags } from '../html/elements.ts';
import { markers } from '../html/prepare.ts';
import { InlineIsland, Island } from '../islands/Island.tsx';
import { columnResizing } from '../tables/columnResizing.ts';
import { blocks, tables } from './blocks.ts';
import { elementNode, preservedAttributeSpec } from './preservedAttributes.ts';

const inline = { group: 'inline', inline: true };

const Film = elementNode('film', ['video', 'audio'], {
  ...inline,
  atom: true,
  draggable: true,
  addAttributes: () => ({
    ...preservedAttributeSpec('video'),
    inner: { default: '', rendered: false, parseHTML: (element) => element.innerHTML },
  }),
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, { ...HTMLAttributes, controls: '' }],
});

const HardBreak = elementNode('hardBreak', ['br'], {
  ...inline,
  selectable: false,
  linebreakReplacement: true,
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

/** An anchor's target, an icon of the site's font, the line of a form: preserved, and shown as an empty box. */
const EmptyInline = Node.create({
  name: 'emptyInline',
  ...inline,
  atom: true,
  selectable: false,
  addAttributes: () => ({
    html: {
      default: '',
      rendered: false,
      parseHTML: (element) => element.getAttribute(markers.html) ?? element.outerHTML,
    },
    style: { default: null, parseHTML: (element) => element.getAttribute('style') },
  }),
  parseHTML: () => {
    const tag = Object.values(markTags).flat().join(',');
    return [
      { tag: 'wbr' },
      { tag: islandTags.hidden },
      { tag, priority: 60, getAttrs: (element) => (isEmptyInline(element) ? null : false) },
    ];
  },
  renderHTML: ({ HTMLAttributes }) => ['span', { ...HTMLAttributes, class: 'empty-inline' }],
});

const inlines = [
  Node.create({ name: 'text', group: 'inline' }),
  elementNode('image', ['img'], { ...inline, draggable: true }),
  Film,
  HardBreak,
  EmptyInline,
  Island,
  InlineIsland,
];

let separate = 0;

/** The marks by the elements in which the editor shows them. */
const renderedMarks = new WeakMap<globalThis.Node, ProseMirrorMark>();

/**
 * Attributes of a mark that keep their values when ProseMirror parses the mark's element again, as it does after a composition.
 * The element does not have all of them, and its style is as the browser writes it: another mark than before would replace the
 * text, and move the caret to the text's end.
 */
const parsedFromMark = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const parseHTML = (element: HTMLElement) => {
        const mark = renderedMarks.get(element);
        return mark ? mark.attrs[name] : attribute?.parseHTML?.(element);
      };
      return [name, { ...attribute, parseHTML }];
    }),
  );

/** Keeps its element's tag and attributes, and does not merge with an equal neighbour where that would be visible. */
function inlineMark(name: keyof typeof markTags, shortcut?: string) {
  const tags = markTags[name];
  const isLink = name === 'link';
  return Mark.create({
    name,
    inclusive: !isLink,
    // Elements of one kind may be nested; only a link in a link is invalid HTML.
    excludes: isLink ? 'link' : '',
    addAttributes: () =>
      parsedFromMark({
        ...preservedAttributeSpec(tags[0]),
        key: {
          default: null,
          rendered: false,
          parseHTML: (element) => (isJoinable(element) ? null : ++separate),
        },
      }),
    parseHTML: () => [{ tag: tags.join() }],
    renderHTML: ({ mark, HTMLAttributes }) => {
      const rendered = DOMSerializer.renderSpec(document, [mark.attrs.tag, HTMLAttributes, 0]);
      renderedMarks.set(rendered.dom, mark);
      return rendered;
    },
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

/** All that the editor can represent. Anything else is an island (html/islands.ts). */
export const extensions = [
  ...blocks,
  ...inlines,
  ...tables,
  ...marks,
  ListKeymap,
  columnResizing,
  // Back to the first key of a day’s work.
  UndoRedo.configure({ depth: 500 }),
  Gapcursor,
  Dropcursor.configure({ color: false, class: 'drop-cursor' }),
];
