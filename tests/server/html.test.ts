import { beforeAll, describe, expect, test, vi } from 'vitest';
import { cpuTimeOf } from '../support/cpuTime.ts';
import { type Refused, useServer } from '../support/server.ts';

describe('HTML', () => {
  const server = useServer();
  let col_id = 0;
  beforeAll(async () => {
    col_id = (await server.data('base.base/addColumn', { title: 'News', model: 'article' })).id;
  });
  /** Saves an article with this HTML. @returns the HTML that was stored */
  async function kept(content: string): Promise<string> {
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id, content });
    const page = await server.data<{ data: { content: string }[] }>('base.content/getContentList', {
      model: 'article',
      ids: id,
    });
    return page.data[0]?.content ?? '';
  }

  test('secure A2: a style of repeated colours that is none costs no more than its length', async () => {
    const color = `rgb(${'1'.repeat(60)})`;
    const shadows = Array.from({ length: 20 }, () => `${color} 1px 1px ${color}`).join(',');
    for (const style of [
      `box-shadow:${shadows}!`,
      `border-color:${color} ${color} ${color} ${color}!`,
      `color:${color}(`,
    ])
      expect(await kept(`<p style="${style}">x</p>`)).toBe('<p>x</p>');
    expect(await kept('<p style="color:hsl(120deg 50% 50%)">x</p>')).toBe('<p style="color:hsl(120deg 50% 50%)">x</p>');
  });

  test.each([
    '<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="java&#9;script:alert(1)">x</a>',
    '<a href="java&NewLine;script:alert(1)">x</a>',
    '<a href="&#106;&#97;vascript&colon;alert(1)">x</a>',
    '<a href=" &#1;javascript:alert(1)">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="x.swf"></object><embed src="x.swf"><applet code="x"></applet>',
    '<form action="/api/auth.auth/logout"><input name="x"><button>x</button></form>',
    '<base href="//evil.example"><meta http-equiv="refresh" content="0;url=//evil.example"><link rel="import" href="x">',
    '<style>@import "//evil.example/x.css"</style>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<p style="width: expression(alert(1))">x</p>',
    '<p style="position:fixed;top:0;left:0;z-index:9999">x</p>',
    '<video><source onerror="alert(1)"></video><details ontoggle=alert(1)>',
    '<img srcset="javascript:alert(1) 1x">',
    '<a href="https://example.com" onclick="alert(1)" ping="//evil.example">x</a>',
    '<!--><img src=x onerror=alert(1)>-->',
  ])('keeps nothing that a browser would run or obey of %s', async (html) => {
    const bad =
      /<\s*(script|svg|math|style|object|embed|applet|form|input|button|base|meta|link|noscript)|\son\w+=|script:|srcdoc|expression|position|@import|data:|ping=/i;
    const text = (await kept(html)).replaceAll(/&lt;[\s\S]*?&gt;/g, '');
    expect(text).not.toMatch(bad);
  });

  test('A16: a srcset that is not well-formed is left out, and nothing of it comes to standard output', async () => {
    const line = '{"level":50,"msg":"made up"}';
    const said = ['log', 'warn', 'error', 'info'].map((name) => vi.spyOn(console, name as 'log').mockReturnValue());
    const written = [process.stdout, process.stderr].map((out) => vi.spyOn(out, 'write').mockReturnValue(true));
    const bad = [
      '/a.jpg 5q',
      '/a.jpg 0w',
      '/a.jpg 1x 2x',
      '/a.jpg (',
      '/a.jpg 1x\u00a0, /b.jpg',
      '/a.jpg,/b.jpg 5q',
      '1 2 3',
    ];
    const good = ['/a.jpg 1x,/b.jpg 2.5x', '/a.jpg, /b.jpg 2x', '/a.jpg 320w, /b.jpg 640w', '/a.jpg'];
    const kinds = (srcset: string) =>
      `<img srcset="${srcset}" src="/c.jpg" /><picture><source srcset="${srcset}"></source></picture>`;
    try {
      for (const srcset of [...bad, ` x\n${line.replaceAll('"', '&quot;')}\n`])
        expect(await kept(kinds(srcset))).toBe('<img src="/c.jpg" /><picture><source></source></picture>');
      for (const srcset of good) expect(await kept(kinds(srcset))).toBe(kinds(srcset.replaceAll(/, */g, ', ')));
      const calls = [...said, ...written].flatMap(({ mock }) => mock.calls.map(([text]) => String(text)));
      expect(calls.filter((text) => /srcset|jpg|made up/.test(text))).toEqual([]);
    } finally {
      for (const spy of [...said, ...written]) spy.mockRestore();
    }
  });

  test.each([
    '<h2 class="t">Title</h2><p style="text-align:center;text-indent:2em">中 &amp; <strong>b</strong> <em>i</em></p>',
    '<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener">x</a>',
    '<a href="mailto:a@b.cn">m</a><a href="tel:10086">t</a><a href="/about">p</a><a href="#top">f</a>',
    '<img src="/upload/a.jpg" alt="A" width="300" height="200" />',
    '<img src="https://example.com/a.png" alt="" />',
    '<table border="1"><tbody><tr><td colspan="2" style="width:50%">x</td></tr></tbody></table>',
    '<ul><li>a</li></ul><ol start="3"><li>b</li></ol><blockquote>c</blockquote><pre><code>d &lt; e</code></pre><hr />',
    '<p><span style="color:#f00;font-size:18px;background-color:rgb(1, 2, 3)">x</span></p>',
    '<video src="/upload/a.mp4" controls></video>',
    '<p>😀 𠮷 &nbsp;</p>',
    '<fieldset style="border:1px solid #ccc"><legend>Title</legend><p><acronym title="a b">ab</acronym></p></fieldset>',
  ])('keeps what an author writes: %s', async (html) => {
    const plain = (text: string) =>
      text.replaceAll('=""', '').replaceAll('\u00a0', '&nbsp;').replaceAll('alt ', 'alt="" ');
    expect(plain(await kept(html))).toBe(plain(html));
  });

  const styled = (style: string) => kept(`<p style="${style.replaceAll('"', '&quot;')}">x</p>`);

  test.each([
    'border-radius:8px 8px 0 0;border-top-left-radius:50%',
    'box-shadow:rgba(0, 0, 0, 0.2) 0px 2px 6px 1px, inset 0 0 3px #fff',
    'box-sizing:border-box;min-height:40px;opacity:0.5;object-fit:cover;text-transform:uppercase',
    'background-image:url("https://mmbiz.qpic.cn/a.png?wx_fmt=png");background-size:cover;background-position:50% 0',
    'background:url(/upload/a.png) no-repeat center / cover #fff',
    'background-image:linear-gradient(90deg, #f00 0%, rgba(0,0,255,.5) 100%), url(//a.cn/b.png)',
    'background:radial-gradient(circle at top left, red, hsl(10 20% 30% / .5) 60%)',
    'background-image:none, url(/a.png)',
    'display:flex;flex-flow:row wrap;flex:0 0 auto;justify-content:center;align-items:flex-start;align-self:stretch;gap:8px',
    'border-left-width:3px;border-left-style:solid;border-left-color:rgb(1,2,3);border-bottom-width:medium',
    'width:3.5in;height:2cm;text-indent:0.74cm;margin:1mm 2pc',
    'max-width:100% !important;height:auto !important',
    'writing-mode:vertical-rl;text-orientation:upright;aspect-ratio:3 / 4;overflow-x:auto;visibility:hidden',
    'transform:rotate(45deg) scale(0.5, 1) translate3d(10px, 50%, 0);transform-origin:0 0',
    'transform:matrix(1, 0, 0, 0.5, 0, 0)',
    'display:grid;grid-template-columns:repeat(2, minmax(0, 1fr)) 15%;margin-left:var(--wide-gap)',
    'grid-template-columns:repeat(3, calc((100% - 20px) / 3))',
    'text-decoration-line:underline;text-decoration-style:wavy;text-decoration-thickness:2px',
    'font-family:"ＭＳ 明朝", メイリオ, .SFNSText-Regular',
  ])('keeps the look that editors give: %s', async (style) => {
    expect((await styled(style)).replaceAll('&quot;', '"')).toBe(`<p style="${style}">x</p>`);
  });

  test.each([
    'background-image:url(javascript:alert(1))',
    'background:url( "javascript:alert(1)" ) red',
    'background-image:url(JaVaScRiPt:alert)',
    'background-image:url(java\\73 cript:alert)',
    'background-image:\\75rl(javascript:alert)',
    'background:url(data:image/svg+xml,x)',
    'background-image:url(vbscript:x)',
    'background-image:url(/a.png"onerror=alert)',
    "background-image:url('/a.png)",
    'background-image:url(/a.png),url(data:x)',
    'background-image:linear-gradient(url(javascript:alert),red)',
    'background-image:image-set(url(/a.png) 1x)',
    'background-image:element(#a)',
    'background:expression(alert)',
    'background:attr(title)',
    'background:var(--a)',
    'border-image:url(/a.png)',
    'box-shadow:0 0 0 9999px #000',
    'box-shadow:url(/a)',
    'flex:expression(alert)',
    'opacity:expression(alert)',
    'width:calc(1px)',
    'min-height:env(a)',
    'object-fit:url(/a)',
    'position:fixed !important',
    'transform:scale(99)',
    'transform:translate(1000px, 0)',
    'transform:scale(1.9) scale(1.9) scale(1.9) scale(1.9)',
    'transform:matrix(9, 0, 0, 9, 0, 0)',
    'grid-template-columns:url(/a) 1fr',
    'margin-left:var(--a, url(/a))',
    'color:var(--a)',
    'font-family:url(/a)',
    'overflow:expression(alert)',
    'content:"x"',
    'cursor:url(/a)',
  ])('keeps no style that a browser would fetch from or obey: %s', async (style) => {
    expect(await styled(style)).toBe('<p>x</p>');
  });

  test.each([
    ['an address that CSS cannot read', 'background-image:url(/图(1).png);height:20px', 'height:20px'],
    ['a value that is none', 'color:1px;height:20px', 'height:20px'],
    ['a comment', 'height:/* ; */20px', 'height:20px'],
    ['a mark before a value, which is not read', 'float:\ufeffleft', 'float:left'],
  ])('of a style loses %s, and nothing else', async (_what, written, stored) => {
    expect(await styled(written)).toBe(`<p style="${stored}">x</p>`);
  });

  test('values that were made to be slow to check are checked in time', async () => {
    const parts = [
      'rgb(',
      '1px ',
      'a ',
      'url(/a),',
      '#fff ',
      'linear-gradient(',
      'linear-gradient(rgb(1,1,1) ',
      '0 0 0 0 a,',
      '/',
    ];
    for (const property of [
      'background',
      'background-image',
      'box-shadow',
      'flex',
      'border-radius',
      'border-color',
      'transform',
      'margin',
      'grid-template-columns',
    ])
      for (const part of parts) {
        const style = `${property}:${part.repeat(3900 / part.length)}!`;
        expect(await cpuTimeOf(() => styled(style))).toBeLessThan(1000);
      }
  });

  test('of a frame gets a sandbox and tells the site alone, whatever was written', async () => {
    const src = 'https://player.bilibili.com/player.html?bvid=1';
    const stored = `<iframe src="${src}" allowfullscreen sandbox="allow-scripts allow-same-origin allow-popups allow-presentation" referrerpolicy="strict-origin-when-cross-origin"></iframe>`;
    const written = `<iframe src="${src}" allowfullscreen sandbox="allow-top-navigation" referrerpolicy="unsafe-url" allow="camera"></iframe>`;
    const bare = (html: string) => html.replaceAll('=""', '');
    expect(bare(await kept(written))).toBe(stored);
    expect(bare(await kept(stored))).toBe(stored);
  });

  test('of an iframe from a foreign host loses its source', async () => {
    expect(await kept('<iframe src="https://evil.example/x"></iframe>')).not.toContain('evil');
    expect(await kept('<iframe src="//evil.example/x"></iframe>')).not.toContain('evil');
    expect(await kept('<iframe src="/rTopAdmin/"></iframe>')).not.toContain('rTopAdmin');
  });

  test('of an iframe from a host of the configuration keeps its source, while the host is named', async () => {
    const frame = '<iframe src="https://films.example.org/1" style="width:100%;aspect-ratio:16 / 9;border:0"></iframe>';
    expect(await kept(frame)).not.toContain('films');
    await server.data('base.Config/saveConfig', { web_frame_hosts: 'Films.example.org\nplayer.example.com' });
    expect(await kept(frame)).toContain(
      'src="https://films.example.org/1" style="width:100%;aspect-ratio:16 / 9;border:0"',
    );
    expect(await kept(frame.replace('films', 'x.films'))).not.toContain('films');
    await server.data('base.Config/saveConfig', { web_frame_hosts: '' });
    expect(await kept(frame)).not.toContain('films');
  });

  test('of an iframe comes with no host into a header that is not one, whoever wrote it into the table', async () => {
    const write = (value: string) =>
      server.database.transaction((db) =>
        db.updateTable('config_item').set({ value }).where('en_name', '=', 'web_frame_hosts').execute(),
      );
    for (const value of ['films.example.org;img-src *', '茶园.example, films.example.org']) {
      await write(value);
      const { status, headers } = await fetch(`${server.url}/site/`);
      const frames = headers
        .get('content-security-policy')
        ?.split('; ')
        .find((part) => part.startsWith('frame-src'));
      expect([status, frames?.match(/;|\*|茶/)]).toEqual([200, null]);
    }
    await write('');
  });

  test('is cleaned in an edit and in a column too', async () => {
    const dirty = '<p>x<script>y</script></p>';
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id });
    await server.data('base.content/editArticle', { id, content: dirty });
    await server.data('base.base/editColumn', { id: col_id, content: dirty });
    const article = await server.data<{ data: unknown[] }>('base.content/getContentList', {
      model: 'article',
      ids: id,
    });
    const column = await server.data<{ data: unknown[] }>('base.base/getColumnList', { ids: col_id });
    expect([article.data[0], column.data[0]]).toMatchObject([{ content: '<p>x</p>' }, { content: '<p>x</p>' }]);
  });

  test('of very many tags, attributes or styles is cleaned in time, and of still more tags refused', async () => {
    const attributes = Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(' ');
    const many = ['<b>x</b>'.repeat(50_000), `<b ${attributes}>`, `<p style="${'a:b;'.repeat(100_000)}">`];
    const { body } = await server.call('base.content/addArticle', {
      title: 'x',
      col_id,
      content: '<b>'.repeat(50_001),
    });
    expect(body).toMatchObject({ code: 0, data: { errors: { content: '最多 50000 项' } } });
    for (const content of many) {
      const cost = await cpuTimeOf(() => server.call('base.content/addArticle', { title: 'x', col_id, content }));
      expect(cost).toBeLessThan(3000);
    }
  });

  test('A19: a style is declarations of at most 4,000 characters, and what grows beyond its limit is refused', async () => {
    expect(await kept('<p style="color:red">x</p>')).toBe('<p style="color:red">x</p>');
    expect(await kept(`<p style="color:red;${'a{'.repeat(1000)}">x</p>`)).toBe('<p>x</p>');
    expect(await kept(`<p style="${'color:red;'.repeat(401)}">x</p>`)).toBe('<p>x</p>');
    // Each `<` is stored as `&lt;`, which is four times as long, so an opened record could not be saved again.
    const { body } = await server.call('base.content/addArticle', { title: 'x', col_id, content: '<'.repeat(100_001) });
    expect(body).toMatchObject({ code: 0, data: { errors: { content: '最多 400000 个字符' } } });
  });

  test('A19: that is nested beyond 256 levels is refused before it costs time, in a record and in a parameter', async () => {
    const at = { title: 'x', col_id };
    const levels = (n: number) => `${'<b>'.repeat(n)}x${'</b>'.repeat(n)}`;
    expect(await kept(levels(256))).toBe(levels(256));
    // Elements that a parser closes by itself, or that have no content, do not count as levels.
    expect(await kept('<p>x<br><img src="/a.png">'.repeat(300))).toContain('x');
    const refused = async (params: Record<string, unknown>, language = 'zh-CN') => {
      const headers = { 'accept-language': language };
      const { body } = await server.call<Refused>('base.content/addArticle', { ...at, ...params }, { headers });
      return body.data.errors;
    };
    const zh = '排版嵌套过深（最多 256 层），请粘贴为纯文本后重新排版';
    expect(await refused({ content: levels(257) })).toEqual({ content: zh });
    expect(await refused({ content: levels(257) }, 'en')).toEqual({
      content: 'The layout is nested too deeply (at most 256 levels). Paste it as plain text and format it again',
    });
    await server.data('base.content/addContentParams', {
      cid: col_id,
      sid: 0,
      name: 'more',
      title: 'More',
      type: 'html',
    });
    const usual = await cpuTimeOf(() => refused({ content: '<i>x</i>'.repeat(49_000) }));
    for (const html of ['<i>'.repeat(49_000), '<table><tr><td>'.repeat(16_000), levels(28_000)]) {
      const cost = await cpuTimeOf(async () => expect(await refused({ content: html })).toEqual({ content: zh }));
      expect(cost).toBeLessThan(usual + 1000);
    }
    expect(await refused({ params: JSON.stringify({ more: '<i>'.repeat(49_000) }) })).toEqual({
      'params.more': zh,
    });
  });
});

describe('Links typed into a field', () => {
  const server = useServer();
  const save = (link: string) => server.call<Refused>('base.base/addColumn', { title: 'x', model: 'article', link });

  test.each([
    'https://example.com',
    'http://a.cn/b?c=d:e#f',
    '//cdn.example.com/x',
    '/about:us',
    'about',
    '?a=b:c',
    '#x:y',
    'mailto:a@b.cn',
    'tel:+8610086',
    '',
  ])('%s is taken', async (link) => {
    expect((await save(link)).body.code).toBe(1);
  });

  test.each([
    'javascript:alert(1)',
    'javascript&colon;alert(1):',
    'jav\tascript:x',
    '\u0000javascript:x',
    'DATA:text/html,x',
    'blob:x',
    'filesystem:x',
    'about:blank',
    'x-custom:y',
    'a b:c',
  ])('%j is refused at its field', async (link) => {
    const { body } = await save(link);
    expect(Object.keys(body.data.errors)).toEqual(['link']);
  });
});
