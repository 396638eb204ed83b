import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { describe, expect, it } from 'vitest';
import { openEditor } from '../support/textEditor.tsx';

const editorOf = () => (screen.getByRole('textbox', { name: '正文' }) as HTMLElement & { editor: Editor }).editor;

function select(from: number, to = from): Promise<void> {
  const editor = editorOf();
  return act(async () => {
    editor.view.focus();
    editor.commands.setTextSelection({ from, to });
  });
}

const clear = () =>
  act(async () => {
    editorOf().commands.setContent('<p></p>');
  });

async function openPlain(content: string) {
  const opened = await openEditor(content);
  return {
    ...opened,
    pasteText: (text: string, html = '') => opened.paste(html, [], { 'text/plain': text }),
    undo: () => opened.user.keyboard('{Control>}z{/Control}'),
  };
}

describe('day C15: an address that is pasted', () => {
  it('over words makes them a link, and one undo has them as they were', async () => {
    const { pasteText, value, undo } = await openPlain('<p>看产品说明吧</p>');
    await select(2, 6);
    await pasteText(' https://example.com/a?b=1#c\n');
    expect(value()).toBe('<p>看<a href="https://example.com/a?b=1#c">产品说明</a>吧</p>');
    expect(editorOf().state.selection.empty).toBe(true);
    await undo();
    expect(value()).toBe('<p>看产品说明吧</p>');
  });

  it.each([
    ['https://example.com', 'https://example.com'],
    ['www.example.com/茶', 'https://www.example.com/茶'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
  ])('alone is a link: %s; one undo leaves the address as text, the next takes it away', async (text, href) => {
    const { pasteText, value, undo } = await openPlain('<p>见</p>');
    await select(2);
    await pasteText(text);
    expect(value()).toBe(`<p>见<a href="${href}">${text}</a></p>`);
    await undo();
    expect(value()).toBe(`<p>见${text}</p>`);
    await undo();
    expect(value()).toBe('<p>见</p>');
  });

  it('with the title that a browser puts beside it is a link over words, and in place of an address', async () => {
    const { pasteText, value } = await openPlain('<p>说明</p><p>https://old.example.com</p>');
    await select(1, 3);
    await pasteText('https://example.com/a', '<a href="https://example.com/a">某网站</a>');
    expect(value()).toContain('<p><a href="https://example.com/a">说明</a></p>');
    await select(5, 28);
    await pasteText('https://example.com/b');
    expect(value()).toContain('<p><a href="https://example.com/b">https://example.com/b</a></p>');
  });

  it('is none with another scheme or without one, in a sentence, and as a path', async () => {
    const { pasteText, value } = await openPlain('<p></p>');
    const others = [
      'javascript:alert(1)',
      'https://',
      '见 https://a.cn',
      'https://a.cn，很好',
      'example.com',
      '/about',
    ];
    for (const text of others) {
      await clear();
      await pasteText(text);
      expect(value()).toBe(`<p>${text}</p>`);
    }
  });

  it('stays text in code', async () => {
    const { pasteText, value } = await openPlain('<p>b</p><pre>a</pre>');
    await select(5);
    expect(await screen.findByText('代码块')).toBeDefined();
    await pasteText('https://example.com');
    await pasteText('\n**b**');
    expect(value()).toBe('<p>b</p><pre>ahttps://example.com\n**b**</pre>');
  });

  it('stays text with Shift, and where pastes are plain text', async () => {
    const { pasteText, value, user } = await openPlain('<p>b</p>');
    await select(2);
    await user.keyboard('{Control>}{Shift>}v');
    await pasteText('## 甲\n\n- 乙');
    await pasteText('https://example.com', '<b>x</b>');
    await user.keyboard('{/Shift}{/Control}');
    expect(value()).toBe('<p>b## 甲</p><p>- 乙https://example.com</p>');
    await user.click(screen.getByRole('button', { name: '粘贴为纯文本' }));
    await pasteText('https://example.com');
    expect(value()).not.toContain('<a ');
  });
});

describe('day C15: Markdown that is pasted as text', () => {
  const markdown = [
    ...['# 春茶', '', '采自**明前，**叶*嫩*，见[说明](https://example.com/a)。', '第二行', ''],
    ...[
      '## 等级',
      '',
      '- 特级',
      '  - 芽',
      '- 一级',
      '',
      '3. 丙',
      '4. 丁',
      '',
      '| 名 | 价 |',
      '| --- | --: |',
      '| 龙井 | 88 |',
      '',
    ],
    ...[
      '> 引',
      '',
      '---',
      '',
      '```js',
      'a * b # c',
      '```',
      '',
      '~~旧~~ `x` <b onclick=a()>HTML</b> [坏](javascript:a())',
    ],
  ].join('\n');

  it('is formatted; one undo leaves the text as it was pasted, and the next takes it away', async () => {
    const { pasteText, value, undo } = await openPlain('<p></p>');
    await pasteText(markdown);
    await waitFor(() => expect(value()).toContain('<h1>'));
    const text = '~~旧~~ `x` &lt;b onclick=a()&gt;HTML&lt;/b&gt; [坏](javascript:a())';
    expect(value()).toBe(
      '<h1>春茶</h1><p>采自<strong>明前，</strong>叶<em>嫩</em>，见<a href="https://example.com/a">说明</a>。<br>第二行</p>' +
        '<h2>等级</h2><ul><li>特级<ul><li>芽</li></ul></li><li>一级</li></ul><ol start="3"><li>丙</li><li>丁</li></ol>' +
        '<table><thead><tr><th>名</th><th style="text-align:right">价</th></tr></thead>' +
        '<tbody><tr><td>龙井</td><td style="text-align:right">88</td></tr></tbody></table>' +
        '<blockquote><p>引</p></blockquote><hr><pre><code class="language-js">a * b # c</code></pre>' +
        `<p>${text.replace('~~旧~~ `x`', '<s>旧</s> <code>x</code>')}</p>`,
    );
    await undo();
    const lines = markdown.split(/\n+/).map((line) => `<p>${line === markdown.split('\n').at(-1) ? text : line}</p>`);
    expect(value().replaceAll('&nbsp;', ' ')).toBe(lines.join('').replaceAll('> 引', '&gt; 引'));
    await undo();
    expect(value()).toBe('<p></p>');
  });

  it('is seen by one of its signs', async () => {
    const { pasteText, value } = await openPlain('<p></p>');
    const texts: [text: string, expected: string][] = [
      ['# 春茶\n\n好茶', '<h1>春茶</h1>'],
      ['## 甲\n乙', '<h2>甲</h2>'],
      ['- 甲\n- 乙', '<ul>'],
      ['材料：\n1. 甲\n2. 乙', '<ol>'],
      ['**注意：**明天休息', '<strong>注意：</strong>明天休息'],
      ['见[说明](https://example.com)', '<a href'],
      ['```\na\n```', '<pre>'],
      ['名|价\n-|-\n茶|8', '<table>'],
    ];
    for (const [text, expected] of texts) {
      await clear();
      await pasteText(text);
      await waitFor(() => expect(value()).toContain(expected));
    }
  });

  it('is none in prices, numbers, notes, names, comments and code', async () => {
    const { pasteText } = await openPlain('<p></p>');
    const texts = [
      '价目表\n* 红茶 88\n* 绿茶 66元/斤\n10*20*30 = 6000',
      '- 红茶 88\n- 绿茶 ￥66/斤',
      '1. 红茶 88元\n2. 绿茶 66元',
      '# 1 红茶\n# 2 绿茶\n#春茶 #明前',
      '# 安装\nnpm ci\n# 启动\nnpm start',
      '* 价格含税\n* 解释权归本店\n** 限前 100 名',
      '张**先生和李**女士，电话 138****1234',
      '2**3**4\na*b*c\n__init__.py',
      '甲\n---\n乙\n- 丙',
      '甲 | 乙\n丙 | 丁\n[1] 注 (2020)',
      '    首行缩进\n    第二段',
    ];
    for (const text of texts) {
      await clear();
      await pasteText(text);
      const { doc, schema } = editorOf().state;
      expect(doc.children.map(({ type, textContent }) => `${type.name} ${textContent}`)).toEqual(
        text.split('\n').map((line) => `paragraph ${line}`),
      );
      for (const mark of Object.values(schema.marks)) expect(doc.rangeHasMark(0, doc.content.size, mark)).toBe(false);
    }
  });

  it('goes into a line, and a table of it never into a table', async () => {
    const { pasteText, value } = await openPlain('<p>前后</p><table><tr><td>格</td></tr></table>');
    await select(2);
    await pasteText('**注意：**休息');
    await waitFor(() => expect(value()).toContain('<p>前<strong>注意：</strong>休息后</p>'));
    await select(editorOf().state.doc.content.size - 4);
    await pasteText('|名|价|\n|-|-|\n|茶|8|');
    expect(value().match(/<table/g)).toHaveLength(1);
  });
});

describe('day C3: superscript and code at the end of a line', () => {
  const type = (text: string) =>
    act(async () => {
      const { state, view } = editorOf();
      view.dispatch(state.tr.insertText(text));
    });

  it.each(['sup', 'sub', 'code'])('are left by the right arrow, and go on without it (%s)', async (tag) => {
    const { user, value } = await openPlain(`<p>100 m<${tag}>2</${tag}></p>`);
    await select(7);
    await type('3');
    await user.keyboard('{ArrowRight}');
    await type('，近地铁');
    expect(value()).toBe(`<p>100 m<${tag}>23</${tag}>，近地铁</p>`);
  });

  it('are not left by Enter in a block of code, which is one', async () => {
    const { user, value } = await openPlain('<p>甲</p><pre><code class="language-js">a()</code></pre>');
    await select(7);
    await user.keyboard('{Enter}');
    await type('b()');
    expect(value()).toContain('<pre><code class="language-js">a()\nb()</code></pre>');
  });
});

it('day B1: Backspace joins two paragraphs where the caret is, before the browser announces that it moved', async () => {
  const { editor, value } = await openPlain('<p>甲</p><p>乙</p>');
  await select(5);
  await act(async () => {
    // No event follows in jsdom, as none has come yet in a busy browser. The key comes at once: the editor, just focused, sets its
    // own caret again 20 ms later.
    document.getSelection()?.collapse(editor.lastElementChild?.firstChild as Node, 0);
    fireEvent.keyDown(editor, { key: 'Backspace', code: 'Backspace', keyCode: 8 });
  });
  expect(value()).toBe('<p>甲乙</p>');
});
