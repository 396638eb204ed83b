// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { describe, expect, it, vi } from 'vitest';
import { signature } from '../../src/richText/html/elements.ts';
import { parseBody } from '../../src/richText/html/isLosslessRoundTrip.ts';
import { parsePaste, rulesOf } from '../../src/richText/paste/css.ts';
import { cleanPastedHtml } from '../../src/richText/paste/pasted.ts';
import { rtfPictures } from '../../src/richText/paste/rtfPictures.ts';
import { held } from '../support/heldUploads.ts';
import * as pastes from '../support/pastes.ts';
import { openEditor } from '../support/textEditor.tsx';

vi.mock('../../src/upload/sendFile.ts', () => import('../support/heldUploads.ts'));

/** The HTML that a paste makes of this, minus the editor's own attributes and white space between blocks. */
function pastedHtml(html: string): string {
  const body = parseBody(cleanPastedHtml(html));
  for (const bare of body.querySelectorAll('[data-rt-bare]')) bare.replaceWith(...bare.childNodes);
  for (const element of body.querySelectorAll('*'))
    for (const name of element.getAttributeNames()) if (name.startsWith('data-rt-')) element.removeAttribute(name);
  return body.innerHTML.replaceAll(/>\s+/g, '>').replaceAll(/\s+</g, '<').trim();
}

describe('what is pasted from', () => {
  it('Word: lists are lists, nested, and begin where they began; headings keep their numbers', () => {
    expect(pastedHtml(pastes.wordLists)).toBe(
      '<h2>要求</h2>' +
        '<ol start="3"><li>第三<ol type="a"><li>其一</li><li>其二</li></ol></li><li>第四</li></ol>' +
        '<p style="text-indent: 2em;">中间</p>' +
        '<ol start="5"><li>第五</li></ol>' +
        '<ul><li>符号</li></ul>' +
        '<ol style="list-style-type: cjk-ideographic;"><li>汉字</li><li>汉字二</li></ol>' +
        '<h3>1.1 标题</h3>',
    );
  });

  it('pages that hide pictures and texts until one scrolls to them: they are shown', () => {
    const hidden =
      '<p><img data-src="https://a.cn/1.png" style="width:200px !important;visibility:hidden !important"></p>' +
      '<p style="visibility: hidden">甲</p><p style="opacity:0;text-align:center">乙</p>';
    expect(pastedHtml(hidden)).toBe(
      '<p><img style="width: 200px !important;" src="https://a.cn/1.png"></p><p>甲</p><p style="text-align: center;">乙</p>',
    );
  });

  it('Word: items keep their numbers and places, however they were written', () => {
    expect(pastedHtml(pastes.wordItems)).toBe(
      '<ol><li>一</li><li value="4" style="text-align: center;">四</li></ol><p>间</p>' +
        '<ol type="A"><li>甲</li><li>乙</li></ol><p>间</p>' +
        '<ul><li>预</li></ul><p>间</p>' +
        '<ol start="3" type="1"><li>三<ol type="a"><li>其一</li></ol></li><li>后四</li></ol>',
    );
  });

  it("Google Docs: an item's colour is not that of the lists in it", () => {
    const html =
      '<b id="docs-internal-guid-1" style="font-weight:normal"><ul><li style="color:#ff0000"><p style="text-align:center"><span style="color:#ff0000">红</span></p></li><ul><li style="color:#000000"><span>黑</span></li></ul><li style="color:#ff0000">红</li></ul></b>';
    expect(pastedHtml(html)).toBe(
      '<ul><li><p style="color: #ff0000; text-align: center;"><span style="color: #ff0000;">红</span></p><ul><li>黑</li></ul></li>' +
        '<li style="color: #ff0000;">红</li></ul>',
    );
  });

  it('Word: what is not bold or slanted within bold or slanted text stays so', () => {
    const html =
      '<p class=MsoNormal><strong>粗<span style="font-weight:normal">常</span></strong><em><span style="font-style:normal">直</span></em></p>';
    expect(pastedHtml(html)).toBe(
      '<p><strong>粗<span style="font-weight: normal;">常</span></strong><em><span style="font-style: normal;">直</span></em></p>',
    );
  });

  it('LibreOffice and Google Docs: colours are styles, names of lists do not come along', () => {
    const html =
      '<meta name=generator content="LibreOffice 7"><p><font color="#ff0000" face="x">红</font><font color="#000000">黑</font></p>';
    expect(pastedHtml(html)).toBe('<p><span style="color: #ff0000;">红</span>黑</p>');
    expect(pastedHtml('<ol class="c1 lst-kix_abc-0 start"><li class="c0">一</li></ol>')).toBe('<ol><li>一</li></ol>');
  });

  it('Word: formats and tables stay, and nothing of Word does', () => {
    expect(pastedHtml(pastes.wordText)).toBe(
      '<p align="center" style="text-align: center;"><b><span style="color: red;">通知</span></b></p>' +
        '<p>茶<span style="background-color: yellow;">园</span>见上<a href="https://example.com/a">见外</a></p>' +
        '<p>&nbsp;</p>' +
        '<table border="1" cellspacing="0" cellpadding="0" style="border-collapse: collapse;"><tbody><tr>' +
        '<td width="100" valign="top" style="width: 75.0pt; border: solid currentcolor 1.0pt;">格</td></tr></tbody></table>',
    );
  });

  it('Google Docs: no wrapper, no empty item, formats by their elements', () => {
    expect(pastedHtml(pastes.googleDocs)).toBe(
      '<p><strong>粗</strong><u><em>斜</em></u></p>' +
        '<ol><li><p>一</p><ol><li style="list-style-type: lower-alpha;">甲</li></ol></li><li>二</li></ol>',
    );
  });

  it('Excel and WPS: bold, colours and fills of the cells', () => {
    expect(pastedHtml(pastes.excel)).toContain(
      '<td width="64" style="text-align: center; background-color: #FFC000; width: 48pt;"><strong>名</strong></td>' +
        '<td width="64" style="color: red;"><em>5</em></td>',
    );
    expect(pastedHtml(pastes.wpsSheet)).toContain(
      'background-color: #D0CECE; width: 57.60pt;"><strong>名</strong></td>',
    );
  });

  it('Feishu: the text, and nothing of the document that it came from', () => {
    expect(cleanPastedHtml(pastes.feishu)).not.toMatch(/data-(?!rt-)|lark|doxcn|未发布|class=/);
    expect(pastedHtml(pastes.feishu)).toBe(
      '<h2>标题</h2><p>正文<strong>粗</strong></p><ul><li><div>一</div></li><li><div>二</div></li></ul>'.replaceAll(
        /<\/?div>/g,
        '',
      ),
    );
  });

  it('Notion: lists and code, without its comment', () => {
    expect(pastedHtml(pastes.notion)).toBe(
      '<h1>标题</h1><ul><li>一<ul><li>二</li></ul></li></ul><pre><code class="language-js">a()</code></pre>',
    );
  });

  it('WeChat: its looks, the pictures that were not loaded yet, and no data of its own', () => {
    expect(pastedHtml(pastes.weChat)).toBe(
      '<section style="margin:10px 0;border-radius:8px;" class="rich"><p style="text-align:center">' +
        '<img class="rich_pages wxw-img" src="https://mmbiz.qpic.cn/a.png"></p><p><span>字</span></p></section>',
    );
  });

  it('anywhere: no private data, and nothing that pretends to be of this editor', () => {
    const html = '<p data-id="1" data-rt-alone="<script>a()</script>" data-rt-own="x:0" aria-label="b">c</p>';
    expect(cleanPastedHtml(html)).toBe('<p>c</p>');
  });
});

it('pictures of an RTF text are found in their order, without headers, bullets and second versions', async () => {
  const files = rtfPictures(pastes.wordRtf);
  expect(files.map((file) => file?.type)).toEqual(['image/png', 'image/jpeg']);
  const contents = await Promise.all(files.map(async (file) => [...new Uint8Array((await file?.arrayBuffer()) ?? [])]));
  expect(contents).toEqual([pastes.png, pastes.jpeg]);
});

describe('pictures', () => {
  const lostNotice = () => screen.queryAllByRole('status').find(({ textContent }) => /粘贴/.test(textContent ?? ''));

  it('of a Word document are uploaded from the RTF beside it; the drawing that is not in it is named', async () => {
    const { paste, value } = await openEditor('<p>前</p>');
    await paste(pastes.wordPictures, [], { 'text/rtf': pastes.wordRtf });
    expect(held.map(({ file }) => file.type)).toEqual(['image/png', 'image/jpeg']);
    await act(async () => held[0]?.arrive({ url: '/upload/a.png', kind: 'image' }));
    await act(async () => held[1]?.arrive({ url: '/upload/b.jpg', kind: 'image' }));
    expect(value()).toContain('甲<img src="/upload/a.png" alt="">');
    expect(value()).toContain('丙<img src="/upload/b.jpg" alt="">');
    expect(value()).not.toContain('file:');
    expect(lostNotice()?.textContent).toBe('1 张图片没有随粘贴带来，请从文件上传：clip_image002.png');
  });

  it.each([
    [
      'Word without RTF',
      pastes.wordPictures,
      '3 张图片没有随粘贴带来，请从文件上传：茶园 照片、clip_image002.png、clip_image003.jpg',
    ],
    ['LibreOffice', pastes.libreOffice, '1 张图片没有随粘贴带来，请从文件上传：图像1'],
  ])('that did not come along are named: %s', async (_what, html, notice) => {
    const { user, paste, value } = await openEditor('<p>前</p>');
    await paste(html);
    expect(value()).not.toContain('<img');
    expect(lostNotice()?.textContent).toBe(notice);
    await user.click(screen.getByRole('button', { name: /关闭|Close/ }));
    expect(lostNotice()).toBeUndefined();
  });

  it('that come along are lost, and named, where one may not upload', async () => {
    const { paste, value } = await openEditor('<p>前</p>', []);
    await paste('<p>甲<img alt="图" src="data:image/png;base64,iVBORw0KGgo="></p>');
    expect(value()).toContain('甲');
    expect(value()).not.toContain('<img');
    expect(lostNotice()?.textContent).toContain('图');
  });
});

it('a paste is plain text while that is switched on', async () => {
  const { user, paste, value } = await openEditor('<p></p>');
  const tool = screen.getByRole('button', { name: '粘贴为纯文本' });
  await user.click(tool);
  expect(tool.getAttribute('aria-pressed')).toBe('true');
  await paste('<h2>甲</h2><p><b>乙</b></p>', [], { 'text/plain': '甲\n乙' });
  expect(value()).toBe('<p>甲</p><p>乙</p>');
  await user.click(tool);
  await paste('<p><b>丙</b></p>');
  expect(value()).toContain('<b>丙</b>');
});

it('what is cut here is pasted here as it was: private attributes, and islands byte for byte', async () => {
  const html = "<p data-id='1'>a</p><p class='x'><iframe src=/x></iframe></p>";
  const { user, paste, value } = await openEditor(html);
  const editor = screen.getByRole('textbox', { name: '正文' });
  const copied: Record<string, string> = {};
  await user.click(editor);
  await user.keyboard('{Control>}a{/Control}');
  fireEvent.cut(editor, {
    clipboardData: { clearData: () => {}, setData: (type: string, text: string) => (copied[type] = text) },
  });
  expect(value()).toBe('');
  await paste(copied['text/html'] ?? '');
  expect(value()).toBe(`<p data-id="1">a</p><p class='x'><iframe src=/x></iframe></p>`);
});

/** Cuts or copies the selection. @returns the HTML in the clipboard */
function clip(editor: HTMLElement, how: 'cut' | 'copy'): string {
  const copied: Record<string, string> = {};
  fireEvent[how](editor, {
    clipboardData: { clearData: () => {}, setData: (type: string, text: string) => (copied[type] = text) },
  });
  return copied['text/html'] ?? '';
}

/** Puts the cursor before the first text, or selects from its start to the end of the second text. */
async function select(editor: HTMLElement, from: string, to?: string): Promise<void> {
  const { editor: own } = editor as HTMLElement & { editor: Editor };
  const placeOf = (text: string) => {
    let place = -1;
    own.state.doc.descendants((node, pos) => {
      if (node.text?.includes(text)) place = pos + node.text.indexOf(text);
    });
    return place;
  };
  await act(async () => {
    own.view.focus();
    own.commands.setTextSelection({ from: placeOf(from), to: to ? placeOf(to) + to.length : placeOf(from) });
  });
}

describe('day C15: what is copied here is pasted as it was', () => {
  const source =
    '<p>头<a name="x"></a></p><details><summary>a</summary>b</details><p>中<ruby>字<rt>zi</rt></ruby></p>' +
    '<table><caption>表1</caption><colgroup><col style="width:120px"><col></colgroup>' +
    '<thead class="x"><tr><th>甲</th><th>乙</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>' +
    '<div>散文</div><pre>\n\n一\n二</pre><p><video src="/a.mp4" controls=""><track src="/a.vtt"></video>尾</p>';

  it('when it is cut', async () => {
    const { user, editor, paste, value } = await openEditor(source);
    await user.click(editor);
    await user.keyboard('{Control>}a{/Control}');
    const copied = clip(editor, 'cut');
    expect(value()).toBe('');
    await paste(copied);
    expect(value()).toBe(source);
  });

  it('into another record, on this page or in another window', async () => {
    const { user, editor, unmount } = await openEditor(source);
    await user.click(editor);
    await user.keyboard('{Control>}a{/Control}');
    const copied = clip(editor, 'copy');
    unmount();
    const other = await openEditor('');
    await other.paste(copied);
    expect(other.value()).toBe(source);
    await user.click(other.editor);
    await user.keyboard('{Control>}a{/Control}{Delete}');
    await other.paste(copied.replaceAll(/ data-rt-own="\w+/g, ' data-rt-own="other'));
    expect(other.value()).toBe(source);
  });

  it('with a space at its start, and lines of code from the end of the first', async () => {
    const { editor, paste, value } = await openEditor('<p>甲 乙丙</p><pre>a\nb\nc</pre>');
    await select(editor, ' 乙', '乙');
    const text = clip(editor, 'copy');
    await select(editor, '\nb', '\nb');
    const lines = clip(editor, 'copy');
    await select(editor, '丙');
    await paste(text);
    await paste(lines);
    expect(value()).toBe('<p>甲 乙 乙</p><pre>\n\nb</pre><p>丙</p><pre>a\nb\nc</pre>');
  });

  it.each([
    '<ruby>字<rt>zi</rt></ruby>',
    '<a href="/a"><img src="/a.png"></a>',
    '<video src="/a.mp4"><track src="/a.vtt"></video>',
  ])('when it alone is selected in its line: %s', async (html) => {
    const { editor, paste, value } = await openEditor(`<p>甲${html}乙</p>`);
    act(() => void (editor as HTMLElement & { editor: Editor }).editor.commands.setNodeSelection(2));
    const copied = clip(editor, 'copy');
    await select(editor, '甲');
    await paste(copied);
    expect(value()).toBe(`<p>${html}甲${html}乙</p>`);
  });

  it('and has nothing for other programs that could run', async () => {
    const { user, editor } = await openEditor(
      '<p><a href="javascript:a()" onclick="a()">甲</a></p><details onclick="a()">乙</details>',
    );
    await user.click(editor);
    await user.keyboard('{Control>}a{/Control}');
    const body = parseBody(clip(editor, 'copy'));
    expect(body.textContent).toBe('甲乙');
    expect(body.querySelector('[onclick], [href]')).toBeNull();
  });
});

describe('day C15: code that is copied in an editor', () => {
  const code = 'if (a < 1) {\r\n  b()\r\n}';
  const line = (text: string) => `<div><span style="color: #569cd6;">${text}</span></div>`;
  const look = "color: #d4d4d4;font-family: Consolas, 'Courier New', monospace;font-size: 14px;white-space: pre;";
  const html = `<meta charset='utf-8'><div style="${look}">${line('if (a &lt; 1) {')}${line('  b()')}${line('}')}</div>`;
  const mode = (name: string) => ({ 'vscode-editor-data': `{"version":1,"mode":"${name}"}` });

  it.each([
    ['which says so', mode('typescript')],
    ['in a browser that cannot read what it says', {}],
  ])('is a code block: %s', async (_name, others) => {
    const { paste, value } = await openEditor('');
    await paste(html, [], { 'text/plain': code, ...others });
    expect(value()).toBe('<pre>if (a &lt; 1) {\n  b()\n}</pre>');
  });

  it.each([
    ['prose', code, mode('markdown')],
    ['a word', 'b()', mode('typescript')],
  ])('is none where it is %s', async (_name, text, others) => {
    const { paste, value } = await openEditor('');
    await paste(html, [], { 'text/plain': text, ...others });
    expect(value()).not.toContain('<pre');
    expect(value()).not.toBe('');
  });
});

describe('day C15: a block that is pasted', () => {
  const code = '<pre><code>if (a) {\n  b()\n}</code></pre>';
  const figure = '<figure><img src="/upload/a.png"><figcaption>图说</figcaption></figure>';
  const definitions = '<dl><dt>名</dt><dd>义</dd><dt>名二</dt><dd>义二</dd></dl>';
  const blocks = Object.entries({ code, figure, definitions, several: `${definitions}<p>间</p>${figure}` });

  it.each(blocks)('into an empty body stays whole: %s', async (_name, block) => {
    const { paste, value } = await openEditor('');
    await paste(block);
    expect(value()).toBe(block);
  });

  it.each(blocks)('behind text stands below it: %s', async (_name, block) => {
    const { user, editor, paste, value } = await openEditor('<p></p>');
    await user.click(editor);
    await user.keyboard('看代码：');
    await paste(block);
    expect(value()).toBe(`<p>看代码：</p>${block}`);
  });

  it.each(blocks)('within text splits it: %s', async (_name, block) => {
    const { editor, paste, value } = await openEditor('<p>前后</p>');
    await select(editor, '后');
    await paste(`<p>甲</p>${block}`);
    expect(value()).toBe(`<p>前甲</p>${block}<p>后</p>`);
  });

  it.each([
    `<blockquote><p>甲</p>${code}</blockquote>`,
    `<blockquote>${code}<p>乙</p></blockquote>`,
    `<ul><li>甲${code}</li></ul>`,
    `<ol><li>甲</li><li>${code}</li></ol>`,
    `<blockquote>${figure}</blockquote>`,
  ])('within a quote or a list stays in it: %s', async (block) => {
    const { editor, paste, value } = await openEditor('<p>前后</p>');
    await select(editor, '后');
    await paste(block);
    expect(value()).toBe(`<p>前</p>${block}<p>后</p>`);
  });

  it('and is an item with code joins the list that it is pasted into', async () => {
    const { editor, paste, value } = await openEditor('<p>段</p><ul><li>前后</li></ul>');
    await select(editor, '后');
    await paste(`<ul><li>甲</li><li>${code}</li></ul>`);
    await select(editor, '段');
    expect(value()).toBe(`<p>段</p><ul><li>前甲</li><li>${code}后</li></ul>`);
  });

  it('and is a line of code joins the text at whose start it is pasted', async () => {
    const { editor, paste, value } = await openEditor('<p>前后</p><p></p>');
    await select(editor, '前');
    await paste('<pre><code>a()</code></pre>');
    expect(value()).toBe('<p><code>a()</code>前后</p><p></p>');
  });

  it('and is a part of code that was copied here keeps its lines, in a list and a cell too', async () => {
    const own = '<pre>a\n  b\nc\nd</pre>';
    const { editor, paste, value } = await openEditor(
      `<p>前文</p>${own}<ul><li>项目</li></ul><table><tbody><tr><td>格子</td></tr></tbody></table>`,
    );
    await select(editor, '  b', 'c');
    const copied = clip(editor, 'copy');
    for (const place of ['文', '目', '子']) {
      await select(editor, place);
      await paste(copied);
    }
    const part = '<pre>  b\nc</pre>';
    expect(value()).toBe(
      `<p>前</p>${part}<p>文</p>${own}<ul><li>项${part}目</li></ul>` +
        `<table><tbody><tr><td>格${part}子</td></tr></tbody></table>`,
    );
  });

  it('and is code within a line, or a word of a caption, joins the text', async () => {
    const { editor, paste, value } = await openEditor(`<p>前文</p>${figure}`);
    await select(editor, '图', '图');
    const copied = clip(editor, 'copy');
    await select(editor, '文');
    await paste(copied);
    await paste('<pre><code>a()</code></pre>');
    expect(value()).toBe(`<p>前图<code>a()</code>文</p>${figure}`);
  });

  it('and is a part of code that is dragged into a text keeps its lines', async () => {
    const { editor, value } = await openEditor('<p>前文</p><pre>a\n  b\nc</pre>');
    const { view } = (editor as HTMLElement & { editor: Editor }).editor;
    await select(editor, 'a', '  b');
    const transfer = { clearData: () => {}, setData: () => {}, getData: () => '', files: [] };
    const drag = (event: 'dragStart' | 'drop', pos: number) => {
      view.posAtCoords = () => ({ pos, inside: pos - 1 });
      act(() => void fireEvent[event](editor, { dataTransfer: transfer }));
    };
    drag('dragStart', 7);
    drag('drop', 2);
    expect(value()).toBe('<p>前a<br>&nbsp;&nbsp;b文</p><pre>\n\nc</pre>');
  });
});

it('day C15: a word that was copied in a cell is pasted into the text of a cell, which keeps its own', async () => {
  const table = (text: string) => `<p>前</p><table><tbody><tr><td>甲乙</td><td>${text}</td></tr></tbody></table>`;
  const { editor, paste, value } = await openEditor(table('丙丁'));
  await select(editor, '甲', '甲');
  const copied = clip(editor, 'copy');
  await select(editor, '丁');
  await paste(copied);
  expect(value()).toBe(table('丙甲丁'));
});

// Quadratic work would exceed the time limit of a test: a hundredth of these texts took seconds.
describe('secure A2: a paste that was made to hold the console', () => {
  const shown = '{\\pict\\pngblip 89504e470d0a1a0a89504e470d0a1a0a}';

  it('takes the time of its length: pictures in a deep RTF text', () => {
    expect(rtfPictures(`{\\rtf1 ${'{'.repeat(2e6)}${'\\pict '.repeat(4e5)}${'}'.repeat(2e6)}${shown}}`)).toHaveLength(
      2,
    );
  });

  it('takes the time of its length: style sheets without an end', () => {
    const sheet = `p.a{color:red}${'a'.repeat(2e6)}${'/*'.repeat(1e6)}`;
    expect(rulesOf(parsePaste(`<style>${sheet}</style>`).ownerDocument)).toEqual([
      { selector: 'p.a', style: 'color:red' },
    ]);
  });

  it('takes the time of its length: declarations without an end', () => {
    const element = document.createElement('p');
    element.setAttribute('style', `color: red; ${'a('.repeat(1e6)}${' '.repeat(1e6)}`);
    expect(signature(element)).toMatch(/^p style="color:red/);
  });
});
