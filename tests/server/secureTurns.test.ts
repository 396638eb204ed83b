import { expect, test } from 'vitest';
import { describeTestedDatabases } from '../support/server.ts';

/** How long the event loop was held at most while the work went on, in milliseconds. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 2);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

describeTestedDatabases('secure: long texts let others have their turn', (server) => {
  const headers = { 'content-type': 'application/json' };
  const send = async (path: string, body: object) =>
    expect((await server.call(path, JSON.stringify(body), { headers })).body.code).toBe(1);
  const addArticle = async () => {
    const col_id = (await server.data('base.base/addColumn', { title: 'News', model: 'article' })).id;
    return (await server.data('base.content/addArticle', { title: 'x', col_id })).id;
  };

  test('secure A9: versions of a long text are read one after the other', { timeout: 60_000 }, async () => {
    const id = await addArticle();
    const texts = Array.from({ length: 19 }, (_, n) => `${n}${'字'.repeat(389_000)}`);
    for (const content of texts) await send('base.content/editArticle', { id, content });
    const read = () =>
      server.data<{ values: { content: string } }>('base.Version/read', { entity: 'article', id, n: 20 });
    expect((await read()).values.content).toBe(texts.at(-1));
    expect(
      (await server.data<{ values: { content: string } }>('base.Version/read', { entity: 'article', id, n: 7 })).values
        .content,
    ).toBe(texts[5]);
    expect(await longestHold(() => Promise.all(Array.from({ length: 8 }, read)))).toBeLessThan(200);
  });

  test('secure A9: a file is looked for in a few long working copies at a time', { timeout: 60_000 }, async () => {
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF']), 'a.pdf');
    const options = { method: 'POST', headers: { authorization: server.token }, body: form };
    const sent = await (await fetch(`${server.url}/api/base.upload/documentUpload`, options)).json();
    const { id, url } = sent.data;
    const long = 'x'.repeat(1_300_000);
    for (let n = 0; n < 60; n++) {
      const params = { a: long, b: long, c: n === 59 ? url : long };
      await send('base.content/saveWorkingCopy', { entity: 'article', id: await addArticle(), values: { params } });
    }
    const remove = async () =>
      expect((await server.call('base.Media/delete', { id })).body.data).toMatchObject({ holds: { article: 1 } });
    expect(await longestHold(remove)).toBeLessThan(100);
  });
});
