// @vitest-environment jsdom
import { DatabaseSync } from 'node:sqlite';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Editor, getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import englishMessages from 'ra-language-english';
import { AdminContext, SimpleForm } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { richTextEn } from '../../i18n/en/richText.ts';
import { sanitizeHtml } from '../../server/engine/kinds/html/sanitizeHtml.ts';
import { isLosslessRoundTrip } from '../../src/richText/html/isLosslessRoundTrip.ts';
import { openBody } from '../../src/richText/html/openBody.ts';
import { toHtml } from '../../src/richText/html/toHtml.ts';
import { cleanPastedHtml } from '../../src/richText/paste/pasted.ts';
import { RichTextInput } from '../../src/richText/RichTextInput.tsx';
import { extensions } from '../../src/richText/schema/extensions.ts';
import { blockTools } from '../../src/richText/toolbar/blockTools.ts';
import { isLinkAddress, isWebAddress } from '../../src/richText/toolbar/ToolDialog.tsx';
import { needsRealSite, realSiteDb } from '../support/realSite.ts';
import { rows } from '../support/sourceSite/rows.ts';

const bodies = (rows.ay_content ?? []).map(({ title, content }) => ({ title: String(title), html: String(content) }));

const schema = getSchema(extensions);

/** The HTML that results if every block is edited. */
const roundTrip = (html: string) => {
  const { doc } = openBody(html, schema);
  return html.trim() && doc.content.content.map((_node, index) => toHtml(doc, index)).join('');
};

/** The sources of the islands of a body. */
function islandsOf(html: string): string[] {
  const found: string[] = [];
  openBody(html, schema).doc.descendants(({ type, attrs }) => {
    if (/island/i.test(type.name)) found.push(attrs.html);
  });
  return found;
}

describe('isLosslessRoundTrip', () => {
  it.each([
    ['attributes in another order', '<p id="a" class="b">x</p>', "<p class='b' id=a>x</p>"],
    [
      'styles spaced otherwise',
      '<p style="color: red; margin:0 1px">x</p>',
      '<p style="color:red;margin:0  1px;">x</p>',
    ],
    ['a break or a space spelled otherwise', '<p>a<br/>b&nbsp;c</p>', '<p>a<br>b\u00a0c</p>'],
    ['white space that collapses', '<p>\n  a <b>b\n</b>\n c </p>\n<p>d</p>', '<p>a <b>b </b>c</p><p>d</p>'],
    ['a comment', '<p>a<!-- b --></p>', '<p>a</p>'],
    ['a seam that nobody sees', '<p><b>a</b><b>b</b></p>', '<p><b>ab</b></p>'],
    [
      'a table body that the parser adds',
      '<table><tr><td>a</td></tr></table>',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    ],
  ])('is true of %s', (_what, original, produced) => {
    expect(isLosslessRoundTrip(original, produced)).toBe(true);
    expect(isLosslessRoundTrip(produced, original)).toBe(true);
  });

  it.each([
    ['a lost element', '<p>a<iframe src="/x"></iframe></p>', '<p>a</p>'],
    ['a lost attribute', '<p class="detailPic">a</p>', '<p>a</p>'],
    ['a lost style', '<p style="text-indent:2em;color:red">a</p>', '<p style="color:red">a</p>'],
    [
      'styles that win in another order',
      '<p style="margin:0;margin-top:1px">a</p>',
      '<p style="margin-top:1px;margin:0">a</p>',
    ],
    ['a lost indent', '<p>&nbsp;&nbsp;a</p>', '<p>a</p>'],
    ['lost spaces of a pre', '<pre>a  b\n</pre>', '<pre>a b\n</pre>'],
    ['another nesting', '<a href="/a"><i>x</i></a>', '<i><a href="/a">x</a></i>'],
    ['two badges that became one', '<p><i class="b">1</i><i class="b">2</i></p>', '<p><i class="b">12</i></p>'],
    ['a lost line of a form', '<p>a<span style="display:inline-block;width:9px"> </span>b</p>', '<p>a b</p>'],
    ['a lost empty anchor', '<p><a name="top"></a>x</p>', '<p>x</p>'],
    ['what would be in the head of a page', '<style>p{}</style><p>a</p>', '<p>a</p>'],
  ])('is false of %s', (_what, original, produced) => {
    expect(isLosslessRoundTrip(original, produced)).toBe(false);
  });
});

describe('the bodies of a site', () => {
  it('all open in the editor, and an edit of every block would keep each of them', () => {
    const stored = bodies.map((body) => ({ ...body, html: sanitizeHtml(body.html) }));
    expect(stored).toHaveLength(17);
    expect(
      stored.filter((body) => !isLosslessRoundTrip(body.html, roundTrip(body.html))).map((body) => body.title),
    ).toEqual([]);
    expect(
      bodies.filter((body) => !isLosslessRoundTrip(body.html, roundTrip(body.html))).map((body) => body.title),
    ).toEqual([]);
  });

  it.each(bodies)('$title is the same string again after it was opened', ({ html }) => {
    const body = openBody(html, schema);
    expect(body.html(body.doc)).toBe(html);
  });

  it('E: those of a real site open and are the same again too', needsRealSite, () => {
    const database = new DatabaseSync(realSiteDb, { readOnly: true });
    const real = database.prepare('SELECT content FROM ay_content').all();
    database.close();
    for (const { content } of real) {
      const html = String(content);
      const body = openBody(html, schema);
      expect(body.html(body.doc)).toBe(html);
      expect(isLosslessRoundTrip(html, roundTrip(html))).toBe(true);
      expect(isLosslessRoundTrip(sanitizeHtml(html), roundTrip(sanitizeHtml(html)))).toBe(true);
    }
  });

  it('change in the edited paragraph alone', () => {
    const html = sanitizeHtml(bodies[0]?.html ?? '')
      .replaceAll(' />', '>')
      .replaceAll('\u00a0', '&nbsp;');
    const body = openBody(html, schema);
    const state = EditorState.create({ doc: body.doc });
    const changed = body.html(state.tr.insertText('!', 1).doc);
    const rest = (text: string) => text.slice(text.indexOf('</p>'));
    expect(rest(changed)).toBe(rest(html));
    expect(changed.startsWith('<p>!&nbsp;')).toBe(true);
  });
});

describe('the editor keeps', () => {
  it.each([
    [
      'classes, ids and styles',
      '<p class="detailPic" id="a" style="text-indent:2em" align="center"><img src="/a.png" width="3"></p>',
    ],
    [
      'spans and fonts within each other',
      '<p><span style="font-size:16px"><span class="x"><font color="#f00">x</font></span></span></p>',
    ],
    [
      'which of two inline elements is the outer one',
      '<p><a href="/a"><span style="color:red">x</span></a><b><a href="/a">y</a></b></p>',
    ],
    [
      'loose text beside blocks',
      'a<br>b<p>c</p><div>d<p>e</p>f</div><ul><li>g<ol start="3"><li><p>h</p></li></ol></li></ul>',
    ],
    ['sections and divs', '<section style="margin:0"><div class="a"><div>x</div></div></section><center>y</center>'],
    [
      'tables',
      '<table width="100%"><caption>c</caption><colgroup><col width="9"></colgroup><thead><tr><th>a</th></tr></thead><tbody class="b"><tr><td rowspan="1" style="width:9px">x<br></td></tr><tr><td></td></tr></tbody></table>',
    ],
    [
      'breaks at the end, alone and within marks',
      '<p>a<br></p><p><br></p><p></p><p><b><span style="font-size:9px"><br></span></b></p><p>a<br><br></p>',
    ],
    ['empty inline elements', '<p><a name="top"></a><i class="fa fa-phone"></i> 1<wbr>2</p>'],
    [
      'films and sounds, with their sources',
      '<p>a<video src="/a.mp4" controls=""><source src="/a.webm"></video></p><audio src="/a.mp3"></audio>',
    ],
    [
      'boxes within links and other inline elements',
      '<a href="/a"><section style="margin:0"><p>x</p></section></a><div>y<span class="z"><p>b</p>c</span></div>',
    ],
    [
      'the lines of a form',
      '<p>x<span style="display:inline-block;width:9px;border-bottom:1px solid #000"> </span>y</p>',
    ],
    ['what another editor notes down', '<section data-pm-slice="0 0 []"><p data-id="1" alt=" x">y</p></section>'],
    ['code', '<pre class="brush:html">\n\na\n  b</pre><pre><code class="js">c</code></pre>'],
    [
      'figures and definitions',
      '<figure><img src="/a.png"><figcaption>b</figcaption></figure><dl><dt>c</dt><dd>d</dd></dl>',
    ],
  ])('%s', (_what, html) => {
    expect(isLosslessRoundTrip(html, roundTrip(html)) ? [] : roundTrip(html)).toEqual([]);
    expect(islandsOf(html)).toEqual([]);
  });

  it('spaces that were typed to be seen', () => {
    const body = openBody('<p>ab</p>', schema);
    expect(body.html(EditorState.create({ doc: body.doc }).tr.insertText('  ', 2).doc)).toBe('<p>a &nbsp;b</p>');
  });
});

it('pasted HTML is purified before it is read', () => {
  const html = cleanPastedHtml(
    '<p onclick="a()">x<img src="data:image/png;base64,AA"><a href="javascript:a()">y</a></p><script>z()</script>',
  );
  expect(html).toBe('<p>x<a>y</a></p>');
});

it('links and images have the allowed addresses alone', () => {
  for (const address of ['https://a.cn', 'HTTP://a.cn', '/about', '//a.cn/b.png'])
    expect(isWebAddress(address)).toBe(true);
  for (const address of ['mailto:a@b.cn', 'tel:1', '#top', '/']) expect(isLinkAddress(address)).toBe(true);
  for (const address of [
    'javascript:a()',
    ' https://a.cn',
    'data:text/html,x',
    'a.png',
    '',
    'java\nscript:a()',
    'mailto:',
  ])
    expect(isLinkAddress(address)).toBe(false);
});

const messages = { ...englishMessages, richText: richTextEn };
const i18nProvider = polyglotI18nProvider(() => messages, 'en', [], { allowMissing: true });

function FormState() {
  const { isDirty } = useFormState();
  return <output data-testid="form">{JSON.stringify({ isDirty, ...useFormContext().watch() })}</output>;
}

describe('RichTextInput', () => {
  const form = () => JSON.parse(screen.getByTestId('form').textContent ?? '');

  function show(content: string, props: { readOnly?: boolean } = {}) {
    return render(
      <AdminContext i18nProvider={i18nProvider}>
        <SimpleForm record={{ id: 1, content }} toolbar={false}>
          <RichTextInput source="content" label="Text" {...props} />
          <FormState />
        </SimpleForm>
      </AdminContext>,
    );
  }
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Text/ });

  it('opens a text as it looks, and leaves the form as it was', async () => {
    show('<p class="a">\n one<br/></p>');
    expect((await field()).className).toContain('ProseMirror');
    fireEvent.focus(await field());
    fireEvent.blur(await field());
    expect(form()).toMatchObject({ isDirty: false, content: '<p class="a">\n one<br/></p>' });
  });

  it('secure A7: shows each text without its classes, which are the site’s and not the console’s', async () => {
    show('<p class="css-1"><span class="css-2">Hidden</span> <a class="css-3" href="/a">link</a></p><p>b</p>');
    const shown = await field();
    expect([...shown.querySelectorAll('[class^=css-]')]).toEqual([]);
    expect(shown.textContent).toContain('Hidden link');
    fireEvent.click(screen.getByRole('button', { name: richTextEn.rule }));
    expect(form().content).toContain('<p class="css-1"><span class="css-2">Hidden</span> <a class="css-3" href="/a">');
  });

  describe('an island', () => {
    const frame = '<p align=center><iframe src=\'https://player.bilibili.com/x\' onload="a()"></iframe></p>';
    const name = '<iframe> player.bilibili.com';
    const island = () => screen.getByRole('group', { name: new RegExp(`^${richTextEn.island} <`) });
    const press = (action: string) =>
      act(async () => {
        fireEvent.click(within(island()).getByRole('button', { name: new RegExp(`^${action} <`) }));
      });

    it('shows what the editor cannot hold, sanitised and inert, beside text that is edited', async () => {
      show(`<p>a</p>${frame}<p>b</p>`);
      expect((await field()).className).toContain('ProseMirror');
      expect(island().getAttribute('aria-label')).toBe(`${richTextEn.island} ${name}`);
      const content = island().querySelector('[inert]')?.shadowRoot;
      const shown = content?.querySelector('iframe');
      expect(shown?.getAttribute('src')).toBe('https://player.bilibili.com/x');
      expect(shown?.getAttribute('sandbox')).toBe('allow-scripts');
      expect(content?.innerHTML).not.toContain('onload');
      fireEvent.click(screen.getByRole('button', { name: richTextEn.rule }));
      expect(form().content).toContain(`${frame}<p>b</p>`);
    });

    it('shows no frame of a foreign host', async () => {
      show('<p>a</p><p><iframe src="https://evil.example/x"></iframe></p>');
      await field();
      const content = island().querySelector('[inert]')?.shadowRoot;
      expect(content?.querySelector('iframe')).toBeNull();
      expect(content?.textContent).toBe('https://evil.example/x');
    });

    it('is moved, and deleted', async () => {
      show(`<p>a</p>\n${frame}\n<p class='b'>b</p>`);
      await field();
      await press(richTextEn.moveDown);
      expect(form().content).toBe(`<p>a</p>\n<p class='b'>b</p>\n${frame}`);
      await press(richTextEn.moveUp);
      expect(form()).toMatchObject({ isDirty: false });
      await press(richTextEn.deleteIsland);
      expect(form().content).toBe("<p>a</p>\n<p class='b'>b</p>");
    });

    it('is edited as source, and becomes ordinary text where the editor can hold it', async () => {
      show(`<p>a</p>${frame}`);
      await field();
      const edit = async (from: string, to: string) => {
        await press(richTextEn.editIsland);
        const dialog = await screen.findByRole('dialog', { name: richTextEn.islandSource });
        const source = within(dialog).getByRole<HTMLTextAreaElement>('textbox');
        expect(source.value).toBe(from);
        fireEvent.change(source, { target: { value: to } });
        fireEvent.click(within(dialog).getByRole('button', { name: richTextEn.apply }));
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      };
      await edit(frame, "<p><ruby class='x'>a</ruby></p>");
      expect(form().content).toBe("<p>a</p><p><ruby class='x'>a</ruby></p>");
      await edit("<p><ruby class='x'>a</ruby></p>", '<p>c</p><p>d</p>');
      expect(form().content).toBe('<p>a</p><p>c</p><p>d</p>');
      expect(screen.queryByRole('group', { name: /HTML block/ })).toBeNull();
    });

    it('is only shown where the text is only read', async () => {
      show(frame, { readOnly: true });
      await field();
      expect(within(island()).queryByRole('button')).toBeNull();
    });
  });

  it('takes what was written as source, character by character', async () => {
    show('<p>a</p>');
    fireEvent.click(await screen.findByRole('button', { name: richTextEn.source }));
    fireEvent.change(await field(), { target: { value: "<p class='b'>c</p>" } });
    expect(form()).toMatchObject({ isDirty: true, content: "<p class='b'>c</p>" });
    fireEvent.click(screen.getByRole('button', { name: richTextEn.visual }));
    await waitFor(async () => expect((await field()).querySelector('p')?.textContent).toBe('c'));
    expect(form().content).toBe("<p class='b'>c</p>");
  });

  it('day B7: goes to the source and back with all that can be undone, what was changed in the source too', async () => {
    const html = '<p>\n one</p>\n<p>two</p>';
    show(html);
    await field();
    const undo = () => fireEvent.click(screen.getByRole('button', { name: richTextEn.undo }));
    const toSource = () => fireEvent.click(screen.getByRole('button', { name: richTextEn.source }));
    const toVisual = () => fireEvent.click(screen.getByRole('button', { name: richTextEn.visual }));
    fireEvent.click(screen.getByRole('button', { name: richTextEn.rule }));
    const withRule = form().content;
    toSource();
    expect(await field()).toHaveProperty('value', withRule);
    toVisual();
    await field();
    undo();
    expect(form().content).toBe(html);
    fireEvent.click(screen.getByRole('button', { name: richTextEn.redo }));
    toSource();
    fireEvent.change(await field(), { target: { value: `${withRule}\n<p>\n three</p>` } });
    toVisual();
    await waitFor(async () => expect((await field()).textContent).toContain('three'));
    undo();
    expect(form().content).toBe(withRule);
    undo();
    expect(form()).toMatchObject({ isDirty: false, content: html });
    fireEvent.click(screen.getByRole('button', { name: richTextEn.redo }));
    fireEvent.click(screen.getByRole('button', { name: richTextEn.redo }));
    expect(form().content).toBe(`${withRule}\n<p>\n three</p>`);
  });

  it('day B7: comes back from the source with the caret where it was, also behind what was changed there', async () => {
    show('<p>one</p><p>two</p>');
    const editor = async () => ((await field()) as HTMLElement as HTMLElement & { editor: Editor }).editor;
    const throughSource = async (html?: string) => {
      fireEvent.click(screen.getByRole('button', { name: richTextEn.source }));
      if (html) fireEvent.change(await field(), { target: { value: html } });
      fireEvent.click(screen.getByRole('button', { name: richTextEn.visual }));
      await field();
    };
    const textBefore = async () => {
      const { doc, selection } = (await editor()).state;
      return doc.textBetween(0, selection.head, '/');
    };
    (await editor()).commands.focus(8);
    await waitFor(async () => expect(await textBefore()).toBe('one/tw'));
    await throughSource();
    expect(await textBefore()).toBe('one/tw');
    await throughSource('<p>one and more</p><p>two</p>');
    await waitFor(async () => expect(await textBefore()).toBe('one and more/tw'));
    await throughSource('<p>one and more</p><p>two</p><p>three</p>');
    await waitFor(async () => expect((await field()).textContent).toContain('three'));
    expect(await textBefore()).toBe('one and more/tw');
  });

  it('changes the value when a tool acts, and has it back when that is undone', async () => {
    const html = '<p>\n one</p>\n<p>two</p>';
    show(html);
    await field();
    fireEvent.click(screen.getByRole('button', { name: richTextEn.rule }));
    expect(form()).toMatchObject({ isDirty: true });
    expect(form().content).toContain('<hr>');
    fireEvent.click(screen.getByRole('button', { name: richTextEn.undo }));
    expect(form()).toMatchObject({ isDirty: false, content: html });
  });

  it('refuses a javascript: link at its field', async () => {
    show('<p>a</p>');
    fireEvent.click(await screen.findByRole('button', { name: richTextEn.link }));
    fireEvent.change(screen.getByLabelText(/^URL/), { target: { value: 'javascript:alert(1)' } });
    fireEvent.click(screen.getByRole('button', { name: richTextEn.insert }));
    expect(screen.getByText(richTextEn.linkWrong)).toBeTruthy();
    expect(form().isDirty).toBe(false);
  });

  it('is read and not written when it is read-only', async () => {
    show('<p>a</p>', { readOnly: true });
    expect((await field()).getAttribute('contenteditable')).toBe('false');
    expect(screen.queryByRole('toolbar')).toBeNull();
  });
});

describe('day B7: the button for quotes', () => {
  it.each([
    ['two quotes', '<blockquote><p>甲</p></blockquote><blockquote><p>乙</p></blockquote>', '<p>甲</p><p>乙</p>'],
    ['text without paragraphs', '<blockquote>甲</blockquote>', '<p>甲</p>'],
    [
      'a quote in a quote',
      '<blockquote><blockquote><p>甲</p></blockquote></blockquote>',
      '<blockquote><p>甲</p></blockquote>',
    ],
    [
      'two quotes with text between',
      '<blockquote><p>甲</p></blockquote><p>间</p><blockquote><p>乙</p></blockquote>',
      '<blockquote><blockquote><p>甲</p></blockquote><p>间</p><blockquote><p>乙</p></blockquote></blockquote>',
    ],
    ['a list', '<blockquote><ul><li>甲</li><li>乙</li></ul></blockquote>', '<ul><li>甲</li><li>乙</li></ul>'],
  ])('takes or makes those that are selected: %s', async (_name, html, expected) => {
    const editor = new Editor({ element: null, extensions, content: openBody(html, schema).doc.toJSON() });
    editor.commands.selectAll();
    blockTools.quote.insert(editor.chain()).run();
    const { doc } = editor.state;
    expect(doc.content.content.map((_node, index) => toHtml(doc, index)).join('')).toBe(expected);
  });
});
