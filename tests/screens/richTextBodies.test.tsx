// @vitest-environment jsdom
import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../server/engine/kinds/html/sanitizeHtml.ts';
import { isLosslessRoundTrip } from '../../src/richText/html/isLosslessRoundTrip.ts';
import { openBody } from '../../src/richText/html/openBody.ts';
import { extensions } from '../../src/richText/schema/extensions.ts';
import { bodyKinds } from '../support/bodyKinds.ts';

const schema = getSchema(extensions);
const typed = '✱';

/** The body after that character was typed at the end of each of its texts, one after the other. */
function typedIn(html: string): string[] {
  const body = openBody(html, schema);
  const results: string[] = [];
  body.doc.descendants((node, pos) => {
    const { tr } = EditorState.create({ doc: body.doc });
    if (node.isTextblock && node.content.size > 0)
      results.push(body.html(tr.insertText(typed, pos + 1 + node.content.size).doc));
  });
  return results;
}

describe.each([
  ['as other systems store them', (html: string) => html],
  ['as this server stores them', sanitizeHtml],
])('bodies %s', (_how, store) => {
  it.each(Object.entries(bodyKinds))(
    '%s: opens, keeps each byte, and loses nothing beside a typed character',
    (_kind, raw) => {
      const html = store(raw);
      const { doc, html: write } = openBody(html, schema);
      expect(write(doc)).toBe(html);
      const results = typedIn(html);
      expect(results.length).toBeGreaterThan(0);
      for (const result of results) {
        expect(result).toContain(typed);
        const without = result.replace(typed, '');
        expect(isLosslessRoundTrip(html, without) ? '' : without).toBe('');
      }
    },
  );
});

describe('secure A9: a body that would hold the page', () => {
  const islandsOf = (html: string) => {
    const { doc, html: write } = openBody(html, schema);
    expect(write(doc)).toBe(html);
    let islands = 0;
    doc.descendants((node) => {
      if (/island/i.test(node.type.name)) islands++;
    });
    return islands;
  };
  const table = (rows: string) => `<table><tbody>${rows}</tbody></table>`;
  const stairs = (depth: number) =>
    `<p>${'<i title="1">a'.repeat(depth)}${'</i>'.repeat(depth)}${'a<br>'.repeat(20)}b</p>`;
  const nested = (depth: number, texts: number) =>
    `<p>${'<span class="a">'.repeat(depth)}${'a<br>'.repeat(texts)}b${'</span>'.repeat(depth)}</p>`;

  it.each([
    ['a cell of a million columns', table('<tr><td colspan="1000000">a</td></tr><tr><td>b</td></tr>'), 1],
    [
      'many rows below a cell of 1,000 columns',
      table(`<tr><td colspan="1000">a</td></tr>${'<tr><td>b</td></tr>'.repeat(1000)}`),
      1,
    ],
    ['many tables of 1,000 columns', table('<tr><td colspan="1000">a</td></tr><tr><td>b</td></tr>').repeat(8), 8],
    [
      'a cell that is merged down, beside many rows',
      table(`<tr><td rowspan="900" colspan="900">a</td></tr>${'<tr><td>b</td></tr>'.repeat(900)}`),
      1,
    ],
    ['texts deep in inline elements', nested(240, 200), 1],
    ['a text at each of many depths', stairs(200), 1],
    ['cells merged downwards in many rows', table('<tr><td rowspan="2">a</td></tr>'.repeat(2500)), 1],
    ['an attribute that only a parser takes', '<p data-←="">a</p>', 1],
  ])('is an island where it has %s', (_what, html, islands) => {
    expect(islandsOf(html)).toBe(islands);
  });

  it.each([
    ['a long price list', table(`<tr>${'<td>a</td>'.repeat(8)}</tr>`.repeat(300))],
    [
      'a table with merged cells',
      table(
        '<tr><td colspan="3">a</td></tr><tr><td rowspan="2">b</td><td>c</td><td>d</td></tr><tr><td>e</td><td>f</td></tr>',
      ),
    ],
    ['a few texts deep in inline elements', nested(12, 20)],
  ])('is edited as ever where it has %s', (_what, html) => {
    expect(islandsOf(html)).toBe(0);
  });
});

describe('what was not touched is written as it came', () => {
  const last = (html: string) => typedIn(html).at(-1);
  it.each([
    ['the blocks before', '<P CLASS=a>x<BR/></P>\r\n<p>y</p>', `<P CLASS=a>x<BR/></P>\r\n<p>y${typed}</p>`],
    [
      'blocks in the same box, with the white space between them',
      "<section>\n <p class='a'>x<br/></p>\n <p>y</p>\n</section>\n",
      `<section>\n <p class='a'>x<br/></p>\n <p>y${typed}</p>\n</section>\n`,
    ],
    [
      'items of the same list',
      "<ul>\n<li class='a'>x\n<li>y\n</ul>",
      `<ul>\n<li class='a'>x\n<li>y${typed}\n</li></ul>`,
    ],
    [
      'blocks in other cells',
      "<table><tr><td><p class='a'>x</p></td><td>y</td></tr></table>",
      `<table><tbody><tr><td><p class='a'>x</p></td><td>y${typed}</td></tr></tbody></table>`,
    ],
    ['comments', '<!-- wp:a -->\n<p>x</p>\n<!-- /wp:a -->', `<!-- wp:a -->\n<p>x${typed}</p>\n<!-- /wp:a -->`],
    ['loose text', 'a<br/>b<p>c</p>d', `a<br/>b<p>c</p>d${typed}`],
    [
      'white space between boxes in a line',
      '<div><section style="display:inline-block">x</section>\n <img src="/a.png">\n</div>',
      `<div><section style="display:inline-block">x</section>\n <img src="/a.png">${typed}\n</div>`,
    ],
    ['scripts', "<script>a('<p>b</p>')</script><p>x</p>", `<script>a('<p>b</p>')</script><p>x${typed}</p>`],
    [
      'handlers, which the console does not run',
      '<p onclick=\'a()\'>x</p><p onclick="b()">y</p>',
      `<p onclick='a()'>x</p><p onclick="b()">y${typed}</p>`,
    ],
    ['islands in the same line', '<p>a<ruby>b<rt>c</ruby>d</p>', `<p>a<ruby>b<rt>c</ruby>d${typed}</p>`],
    [
      'attributes with a > in them',
      "<div title=a><p data-x='a > <p>'>x</p><p>y</p></div>",
      `<div title="a"><p data-x='a > <p>'>x</p><p>y${typed}</p></div>`,
    ],
  ])('%s', (_what, html, expected) => {
    expect(last(html)).toBe(expected);
  });

  it('also when the typed character is taken back, or the blocks change places', () => {
    const html = "<p class='a'>x</p>\n<p class='b'>y</p>";
    const body = openBody(html, schema);
    const [first, second] = body.doc.children;
    expect(
      body.html(
        body.doc.type.create(
          null,
          [second, first].filter((node) => node !== undefined),
        ),
      ),
    ).toBe("\n<p class='b'>y</p><p class='a'>x</p>");
    const state = EditorState.create({ doc: body.doc });
    const back = state.apply(state.tr.insertText('z', 1)).tr.delete(1, 2).doc;
    expect(body.html(back)).toBe(html);
  });
});

describe('islands', () => {
  const islands = (html: string) => {
    const found: string[] = [];
    openBody(html, schema).doc.descendants(({ type, attrs }) => {
      if (/island/i.test(type.name)) found.push(`${type.name} ${attrs.html}`);
    });
    return found;
  };
  it.each([
    [
      'a frame alone in its paragraph',
      "<p>a</p><p class='x'><iframe src=/x></iframe></p>",
      ["island <p class='x'><iframe src=/x></iframe></p>"],
    ],
    ['notes in a line', '<p>a<ruby>b<rt>c</ruby></p>', ['inlineIsland <ruby>b<rt>c</ruby>']],
    [
      'a block deep in a box',
      '<div><div><details><summary>a</summary>b</details><p>c</p></div></div>',
      ['island <details><summary>a</summary>b</details>'],
    ],
    [
      'a drawing in a box of its own',
      '<section><svg><path d="M0"/></svg></section><p>a</p>',
      ['island <svg><path d="M0"/></svg>'],
    ],
    [
      'a table with a short row',
      '<div><table><tr><td>a<td>b<tr><td>c</table><p>d</p></div>',
      ['island <table><tr><td>a<td>b<tr><td>c</table>'],
    ],
    [
      'what looks like an island',
      '<p>a</p><p data-rt-html="<b>x</b>">b</p>',
      ['island <p data-rt-html="<b>x</b>">b</p>'],
    ],
  ])('%s is one, and nothing around it', (_what, html, expected) => {
    expect(islands(html)).toEqual(expected);
  });

  it('a script in a line is kept out of sight', () => {
    expect(islands('<p>a<script>b()</script></p>')).toEqual([]);
    expect(typedIn('<p>a<script>b("c")</script></p>')).toEqual([`<p>a<script>b("c")</script>${typed}</p>`]);
  });
});
