import { type Attributes, Node } from '@tiptap/core';
import { ListItem } from '@tiptap/extension-list';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { boxMarker, containerTags } from '../html/elements.ts';
import { markers } from '../html/prepare.ts';
import { elementNode, preservedAttributeSpec, preservedAttributesOf } from './preservedAttributes.ts';

/** HTML that ended a text without a visible effect, such as a last `<br>`. `alone`: the block held nothing else. */
const tail: Attributes = {
  tail: {
    default: null,
    rendered: false,
    keepOnSplit: false,
    parseHTML: (element) => {
      const alone = element.hasAttribute(markers.alone);
      const html = element.getAttribute(alone ? markers.alone : markers.tail);
      return html === null ? null : { html, alone };
    },
  },
};

/** The priority of rules that the parser tries first: most elements match them, and no other rule takes those. */
const askedFirst = 80;
const textBlock = { group: 'block', content: 'inline*' };

const Paragraph = elementNode('paragraph', ['p'], {
  ...textBlock,
  // The priority makes it the first type of its group, which new blocks get.
  priority: 1000,
  parseHTML: () => [{ tag: 'p', priority: askedFirst }],
  addAttributes: () => ({
    ...preservedAttributeSpec('p'),
    ...tail,
    bare: {
      default: null,
      parseHTML: (element) => element.hasAttribute(markers.bare),
      renderHTML: ({ bare }) => (bare ? { [markers.bare]: '' } : {}),
    },
  }),
});

const Heading = elementNode('heading', ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], {
  ...textBlock,
  defining: true,
  addAttributes: () => ({ ...preservedAttributeSpec('h2'), ...tail }),
});

const CodeBlock = elementNode('codeBlock', ['pre'], {
  ...textBlock,
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  addKeyboardShortcuts: () => ({
    // Leaves a code block at the end of the text, because there is nothing below to click on.
    ArrowDown({ editor }) {
      const { $from, empty } = editor.state.selection;
      const isEnd = empty && $from.parentOffset === $from.parent.content.size;
      const isLast = $from.parent.type.name === 'codeBlock' && $from.after() === $from.doc.content.size;
      return isEnd && isLast && editor.commands.exitCode();
    },
  }),
});

const wrapper = (name: string, tags: string[], content: string, group = 'block') =>
  elementNode(name, tags, { group, content, defining: name === 'blockquote' });

export const blocks = [
  Node.create({ name: 'doc', topNode: true, content: 'block+' }),
  Paragraph,
  Heading,
  CodeBlock,
  elementNode('rule', ['hr'], { group: 'block' }),
  wrapper('blockquote', ['blockquote'], 'block+'),
  wrapper('bulletList', ['ul'], 'listItem+', 'block list'),
  wrapper('orderedList', ['ol'], 'listItem+', 'block list'),
  ListItem.extend({ content: 'block+', addAttributes: () => preservedAttributeSpec('li') }),
  wrapper('container', containerTags, 'block+').extend({
    parseHTML: () => [{ tag: containerTags.join() }, { tag: `[${boxMarker}]`, priority: 70 }],
  }),
];

/**
 * TipTap's table commands need `colwidth`, but widths are only read from and written to the source's attributes. A cell
 * takes at most 1,000 columns, as in a browser (HTML standard, 4.9.11).
 */
const cellAttributes = (tag: string): Attributes => ({
  ...preservedAttributeSpec(tag, ['colspan', 'rowspan']),
  colspan: { default: 1, parseHTML: (cell) => (cell as HTMLTableCellElement).colSpan },
  rowspan: { default: 1 },
  colwidth: { default: null, rendered: false, parseHTML: () => null },
});

/** The thead, tbody or tfoot of a row, numbered within its table. */
function sectionOf(row: Element) {
  const section = row.parentElement;
  if (!section || !/^t(head|body|foot)$/.test(section.localName)) return null;
  const place = [...(section.parentElement?.children ?? [])].indexOf(section);
  return { place, tag: section.localName, id: section.getAttribute('id'), preserved: preservedAttributesOf(section) };
}

export const tables = [
  Table.extend({
    addNodeView: () => null,
    addAttributes: () => ({
      ...preservedAttributeSpec('table'),
      head: { default: null, rendered: false, parseHTML: (element) => element.getAttribute(markers.head) },
    }),
    renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  }),
  TableRow.extend({
    addAttributes: () => ({
      ...preservedAttributeSpec('tr'),
      section: { default: null, rendered: false, parseHTML: sectionOf },
    }),
  }),
  TableCell.extend({
    addAttributes: () => cellAttributes('td'),
    parseHTML: () => [{ tag: 'td', priority: askedFirst }],
  }),
  TableHeader.extend({ addAttributes: () => cellAttributes('th'), parseHTML: () => [{ tag: 'th' }] }),
];
