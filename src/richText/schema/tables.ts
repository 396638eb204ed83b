import type { Attributes } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { markers } from '../html/prepare.ts';
import { preservedAttributeSpec, preservedAttributesOf } from './preservedAttributes.ts';

/** `colwidth` is the table commands' own; widths stay in the attributes of the source. */
const cellAttributes = (tag: string): Attributes => ({
  ...preservedAttributeSpec(tag, ['colspan', 'rowspan']),
  colspan: { default: 1 },
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
  TableCell.extend({ addAttributes: () => cellAttributes('td'), parseHTML: () => [{ tag: 'td' }] }),
  TableHeader.extend({ addAttributes: () => cellAttributes('th'), parseHTML: () => [{ tag: 'th' }] }),
];
