import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CallFailure } from '../../dataProvider/failure.ts';
import { features } from '../../src/services/services.ts';
import { pending } from '../../src/upload/pending.ts';
import { openEditor } from '../support/textEditor.tsx';

const far = (n: number | string) => `https://example.com/${n}.png`;
const img = (n: number | string) => `<img src="${far(n)}">`;
const own = '/upload/2026/11/21/0123456789abcdef0123456789ab.png';
const offer = (n: number) => `把 ${n} 张图片存入媒体库`;

it('pictures of other sites that are pasted come into the library, three at once; each has its new address as soon as it is there', async () => {
  const { paste, fetching, value } = await openEditor('<p>前</p>');
  await paste(`<p>甲${img(1)}${img(2)}乙${img(2)}</p><p>${img(3)}${img(4)}</p>`);
  expect(value()).toContain(`甲${img(1)}${img(2)}乙${img(2)}`);
  await waitFor(() => expect(fetching.map(({ url }) => url)).toEqual([far(1), far(2), far(3)]));
  expect(await screen.findAllByText('正在从其他网站取回…')).toHaveLength(3);
  await act(async () => fetching[1]?.arrive({ url: '/upload/b.png' }));
  expect(value()).toContain(`甲${img(1)}<img src="/upload/b.png">乙<img src="/upload/b.png">`);
  await waitFor(() => expect(fetching.length).toBe(4));
  await act(async () => {
    for (const { url, arrive } of fetching) arrive({ url: url.replace('https://example.com', '/upload') });
  });
  expect(value()).not.toContain('example.com');
  expect(screen.queryByRole('list', { name: '正在上传的文件' })).toBeNull();
});

it('pictures of this site, of the library on whatever host, and paths are left as they are', async () => {
  const { paste, fetching, value } = await openEditor('<p></p>');
  const sources = [own, `http://${location.host}/a.png`, `https://cdn.example.com${own}`, '/static/a.png'];
  await paste(`<p>${sources.map((src) => `<img src="${src}">`).join('')}</p>`);
  for (const src of sources) expect(value()).toContain(src);
  await act(async () => undefined);
  expect(fetching).toEqual([]);
  expect(screen.queryByRole('button', { name: /存入媒体库/ })).toBeNull();
});

it('one that cannot be had keeps its address and says why; trying again brings it in', async () => {
  const { user, paste, fetching, value } = await openEditor('<p></p>');
  await paste(`<p>${img('%E8%8C%B6%E5%9B%AD')}</p>`);
  await waitFor(() => expect(fetching.length).toBe(1));
  await act(async () => fetching[0]?.fail(new CallFailure('refused', '无法获取这个地址的图片', 200)));
  expect(screen.getByText('无法获取这个地址的图片。正文里保留原地址')).toBeTruthy();
  expect(value()).toContain(img('%E8%8C%B6%E5%9B%AD'));
  await user.click(screen.getByRole('button', { name: '重试 茶园.png' }));
  await act(async () => fetching[1]?.arrive({ url: '/upload/p.png' }));
  expect(value()).toBe('<p><img src="/upload/p.png"></p>');
});

it('nothing waits for them: the form can be saved, and the source opened, which leaves them where they were', async () => {
  const { user, paste, fetching, value } = await openEditor('<p></p>');
  await paste(`<p>甲${img(1)}</p>`);
  await waitFor(() => expect(fetching.length).toBe(1));
  expect(pending.now().ofForms).toBe(0);
  await user.click(screen.getByRole('button', { name: 'HTML 源码' }));
  await act(async () => fetching[0]?.arrive({ url: '/upload/late.png' }));
  expect(value()).toBe(`<p>甲${img(1)}</p>`);
});

it('undoing takes back what was written, never a new address', async () => {
  const { user, paste, fetching, value } = await openEditor('<p>前</p>');
  const undo = () => user.click(screen.getByRole('button', { name: /^撤销/ }));
  const redo = () => user.click(screen.getByRole('button', { name: /^重做/ }));
  await paste(`<p>甲${img(1)}</p>`);
  const before = value();
  await waitFor(() => expect(fetching.length).toBe(1));
  await act(async () => fetching[0]?.arrive({ url: '/upload/a.png' }));
  const after = before.replace(far(1), '/upload/a.png');
  expect(value()).toBe(after);
  await undo();
  expect(value()).toBe('<p>前</p>');
  await redo();
  expect(value()).toBe(after);
});

it('a picture that was taken out before it came has its new address when undoing brings it back', async () => {
  const { user, paste, fetching, value } = await openEditor('<p>前</p>');
  await paste(`<p>甲${img(1)}</p>`);
  await waitFor(() => expect(fetching.length).toBe(1));
  await user.click(screen.getByRole('button', { name: /^撤销/ }));
  await act(async () => fetching[0]?.arrive({ url: '/upload/a.png' }));
  expect(value()).toBe('<p>前</p>');
  await user.click(screen.getByRole('button', { name: /^重做/ }));
  expect(value()).toContain('甲<img src="/upload/a.png">');
  await paste(`<p>乙${img(1)}</p>`);
  expect(value()).toContain('乙<img src="/upload/a.png">');
  expect(fetching).toHaveLength(1);
});

it('an older text says how many of its pictures are elsewhere, and one button brings them in', async () => {
  const text = `<p>甲${img(1)}</p><p><img src="${own}"></p><p style="text-indent:2em">乙${img(2)}${img(1)}</p><p>丙</p>`;
  const { user, fetching, value } = await openEditor(text);
  expect(screen.getByText('2 张图片在其他网站上，那边删除后，这里就显示不了。')).toBeTruthy();
  expect(fetching).toEqual([]);
  await user.click(screen.getByRole('button', { name: offer(2) }));
  expect(screen.queryByRole('button', { name: offer(2) })).toBeNull();
  await act(async () => fetching[0]?.arrive({ url: '/upload/1.png' }));
  await user.click(screen.getByRole('button', { name: '取消上传 2.png' }));
  expect(screen.getByRole('button', { name: offer(1) })).toBeTruthy();
  await act(async () => fetching[1]?.arrive({ url: '/upload/2.png' }));
  expect(value()).toBe(text.replaceAll(far(1), '/upload/1.png'));
});

it('without the right to upload pictures, or with a back end that cannot fetch, pasting is what it was', async () => {
  const { paste, fetching, value, unmount } = await openEditor('<p></p>', ['base.Media/list']);
  await paste(`<p>${img(1)}</p>`);
  expect(value()).toContain(img(1));
  expect(screen.queryByRole('button', { name: /存入媒体库/ })).toBeNull();
  expect(fetching).toEqual([]);
  unmount();
  features.learn(['list']);
  const plain = await openEditor('<p></p>');
  await plain.paste(`<p>${img(1)}</p>`);
  expect(screen.queryByRole('button', { name: /存入媒体库/ })).toBeNull();
  expect(plain.fetching).toEqual([]);
});
