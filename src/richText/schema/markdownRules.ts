import { Extension, InputRule, markInputRule, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core';
import { insertRule } from '../commands.ts';

/** Markdown while typing. Backspace right after takes the format back and leaves what was typed. */
export const markdownRules = Extension.create({
  name: 'markdownRules',
  addInputRules() {
    const { nodes, marks } = this.editor.schema;
    const { heading, codeBlock, bulletList, orderedList, blockquote } = nodes;
    const { bold, italic, strike, inline } = marks;
    if (!heading || !codeBlock || !bulletList || !orderedList || !blockquote) return [];
    if (!bold || !italic || !strike || !inline) return [];
    return [
      textblockTypeInputRule({
        find: /^(#{1,6})\s$/,
        type: heading,
        getAttributes: ([, signs = '#']) => ({ tag: `h${signs.length}` }),
      }),
      textblockTypeInputRule({ find: /^```[a-z]*[\s\n]$/, type: codeBlock }),
      wrappingInputRule({ find: /^[-+*]\s$/, type: bulletList }),
      wrappingInputRule({
        find: /^(\d{1,3})\.\s$/,
        type: orderedList,
        getAttributes: ([, start = '1']) => (start === '1' ? {} : { preserved: { start } }),
        joinPredicate: ([, start], { childCount, attrs }) =>
          childCount + Number(attrs.preserved.start ?? 1) === Number(start),
      }),
      wrappingInputRule({ find: /^>\s$/, type: blockquote }),
      new InputRule({
        find: /^---$/,
        handler: ({ range, chain }) => void chain().deleteRange(range).command(insertRule).run(),
      }),
      // Chinese has no blanks between words, so that the signs may follow any letter; but 30*40*50 is a size.
      markInputRule({ find: /(?<!\*)\*\*(?![\s*])([^*]+)(?<!\s)\*\*$/, type: bold }),
      markInputRule({ find: /(?<![*\w])\*(?![\s*])([^*]+)(?<!\s)\*$/, type: italic }),
      markInputRule({ find: /~~(?!\s)([^~]+)(?<!\s)~~$/, type: strike }),
      markInputRule({ find: /`([^`]+)`$/, type: inline, getAttributes: { tag: 'code' } }),
    ];
  },
});
