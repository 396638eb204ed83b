import { type Attributes, Node } from '@tiptap/core';
import { ListItem } from '@tiptap/extension-list';
import { markers } from '../html/prepare.ts';
import { containerTags } from '../html/tags.ts';
import { preservedAttributeSpec } from './preservedAttributes.ts';

/** What stood at the end of a text without a visible effect; `alone`: it was all there was. */
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

const Paragraph = Node.create({
  name: 'paragraph',
  // The first of its group is what a new block becomes.
  priority: 1000,
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({
    ...preservedAttributeSpec('p'),
    ...tail,
    bare: {
      default: null,
      parseHTML: (element) => element.hasAttribute(markers.bare),
      renderHTML: ({ bare }) => (bare ? { [markers.bare]: '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
});

const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ ...preservedAttributeSpec('h2'), ...tail }),
  parseHTML: () => ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag })),
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, HTMLAttributes, 0],
});

const CodeBlock = Node.create({
  name: 'codeBlock',
  group: 'block',
  content: 'inline*',
  code: true,
  defining: true,
  addAttributes: () => preservedAttributeSpec('pre'),
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' as const }],
  renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, 0],
});

/** A node around others, written as it was read. */
function wrapper(name: string, tags: string[], content: string, group = 'block') {
  return Node.create({
    name,
    group,
    content,
    defining: name === 'blockquote',
    addAttributes: () => preservedAttributeSpec(tags[0] ?? 'div'),
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, HTMLAttributes, 0],
  });
}

const Rule = Node.create({
  name: 'rule',
  group: 'block',
  addAttributes: () => preservedAttributeSpec('hr'),
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: ({ HTMLAttributes }) => ['hr', HTMLAttributes],
});

export const blocks = [
  Node.create({ name: 'doc', topNode: true, content: 'block+' }),
  Paragraph,
  Heading,
  CodeBlock,
  Rule,
  wrapper('blockquote', ['blockquote'], 'block+'),
  wrapper('bulletList', ['ul'], 'listItem+', 'block list'),
  wrapper('orderedList', ['ol'], 'listItem+', 'block list'),
  ListItem.extend({ content: 'block+', addAttributes: () => preservedAttributeSpec('li') }),
  wrapper('container', containerTags, 'block+'),
];
