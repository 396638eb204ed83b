import { Mark } from '@tiptap/core';
import { joins } from '../html/signature.ts';
import { markTags } from '../html/tags.ts';
import { preservedAttributeSpec } from './preservedAttributes.ts';

let separate = 0;

/** A mark that keeps its element's tag and attributes, and stays apart from a neighbour where joining would show. */
function inlineMark(name: keyof typeof markTags, shortcut?: string) {
  const tags = markTags[name];
  const isLink = name === 'link';
  return Mark.create({
    name,
    inclusive: !isLink,
    // Elements of a kind may stand in each other; only a link in a link is no HTML.
    excludes: isLink ? 'link' : '',
    addAttributes: () => ({
      ...preservedAttributeSpec(tags[0]),
      key: {
        default: null,
        rendered: false,
        parseHTML: (element) => {
          if (joins(element)) return null;
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

export const marks = [
  inlineMark('link'),
  inlineMark('bold', 'Mod-b'),
  inlineMark('italic', 'Mod-i'),
  inlineMark('underline', 'Mod-u'),
  inlineMark('strike', 'Mod-Shift-x'),
  inlineMark('inline'),
];
