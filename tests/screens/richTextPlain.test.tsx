// @vitest-environment jsdom
import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLosslessRoundTrip, parseBody } from '../../src/richText/html/isLosslessRoundTrip.ts';
import { openBody } from '../../src/richText/html/openBody.ts';
import { isPlain } from '../../src/richText/html/plain.ts';
import { toHtml } from '../../src/richText/html/toHtml.ts';
import { extensions } from '../../src/richText/schema/extensions.ts';

const schema = getSchema(extensions);

const text = fc.constantFrom(
  '字',
  'a b',
  ' ',
  ' x',
  'x ',
  '\n',
  '  ',
  '&nbsp;',
  '<br>',
  '<img src="/a.png">',
  '<br class="c">',
  '',
);
const attributes = fc.constantFrom(
  ...['', '', '', ' style="color: red"', ' class="c"', ' style="display:inline-block;width:9px"', ' id="i"'],
  ...[' style="white-space: pre"', ' href="/x"', ' data-x="1"', ' width="5"', ' start="3"'],
);
const wrap = (tags: string[], content: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom(...tags), attributes, fc.array(content, { maxLength: 4 }))
    .map(([tag, attribute, parts]) => `<${tag}${attribute}>${parts.join('')}</${tag}>`);

/** HTML near the shapes that count as plain: each is sometimes broken. */
const { block } = fc.letrec<Record<'inline' | 'block' | 'item' | 'row' | 'cell', string>>((tie) => ({
  inline: fc.oneof({ maxDepth: 3 }, text, wrap(['b', 'strong', 'em', 'span', 'a', 'u', 'sub', 'ruby'], tie('inline'))),
  item: wrap(['li', 'li', 'li', 'p'], fc.oneof(tie('inline'), tie('inline'), tie('block'))),
  cell: wrap(['td', 'td', 'th'], fc.oneof(tie('inline'), tie('inline'), tie('block'))),
  row: wrap(['tr'], tie('cell')),
  block: fc.oneof(
    { maxDepth: 3 },
    wrap(['p', 'h2', 'h4', 'pre'], tie('inline')),
    wrap(['p', 'h2'], tie('inline')),
    wrap(['ul', 'ol'], tie('item')),
    wrap(['table', 'table><tbody'], tie('row')).map((html) => html.replace('</table><tbody>', '</tbody></table>')),
    wrap(['blockquote', 'div', 'section'], fc.oneof(tie('block'), tie('inline'))),
  ),
}));

describe('a plain block', () => {
  it('is held by the schema as it stands', () => {
    let plain = 0;
    fc.assert(
      fc.property(block, (html) => {
        const body = parseBody(html);
        const [only, ...others] = body.childNodes;
        if (others.length > 0 || !(only instanceof Element) || !isPlain(only)) return;
        plain++;
        const { doc } = openBody(html, schema);
        const written = doc.content.content.map((_node, index) => toHtml(doc, index)).join('');
        expect(isLosslessRoundTrip(html, written) ? '' : `${html}\n${written}`).toBe('');
      }),
      { numRuns: Number(process.env.PLAIN_RUNS ?? 2000) },
    );
    expect(plain).toBeGreaterThan(20);
  });
});
