import { expect, test } from 'vitest';
import { formatsZh } from '../../contract/formats.ts';
import { describeTestedDatabases } from '../support/server.ts';

let peers = 0;

describeTestedDatabases('A message of a visitor', (server) => {
  const newPeer = () => `198.51.100.${++peers}`;
  const send = (params: Record<string, unknown>, ip = newPeer()) =>
    server.call<{ errors: Record<string, string> } | null>('site.message/send', params, {
      token: '',
      headers: {
        'x-forwarded-for': ip,
        'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:127.0) Gecko/20100101 Firefox/127.0',
      },
    });
  const form = async (title: string) => {
    const { id: cid } = await server.data('base.base/addColumn', { title, model: 'message' });
    const add = (params: Record<string, unknown>) => server.data('base.content/addContentParams', { cid, ...params });
    return { cid, add };
  };
  const received = async (cid: number) =>
    (
      await server.data<{ data: Record<string, unknown>[] }>('base.content/getContentList', {
        id: cid,
        model: 'message',
      })
    ).data;

  test('is kept with its address and device, unread, for the console to see', async () => {
    const { cid } = await form('留言');
    const { body } = await send({ col_id: cid, name: '王', mobile: '138 0000 0000', content: '你好' }, '203.0.113.20');
    expect(body).toMatchObject({ code: 1, msg: '提交成功，感谢您的留言', data: null });
    expect(await received(cid)).toMatchObject([
      { name: '王', content: '你好', ip: '203.0.113.20', is_read: 0, device: expect.stringContaining('Firefox 127') },
    ]);
  });

  test('is checked against the parameters of its column, all of them at once', async () => {
    const { cid, add } = await form('Order');
    await add({ name: 'size', title: 'Size', type: 'choice', options: 'S\nM', required: 1 });
    await add({ name: 'amount', title: 'Amount', type: 'number' });
    await add({ name: 'note', title: 'Note', type: 'text', required: 1 });
    const { body } = await send({ col_id: cid, content: 'x', data: { size: 'XXL', amount: 'many' } });
    expect(body).toMatchObject({
      code: 0,
      data: { errors: { 'data.size': '只能是：S / M', 'data.amount': formatsZh.format_number, 'data.note': '必填' } },
    });
    expect(await received(cid)).toEqual([]);
    const data = { size: 'M', amount: '3', note: 'n', unknown: 'left out' };
    expect((await send({ col_id: cid, data })).body.code).toBe(1);
    expect(await received(cid)).toMatchObject([{ data: { size: 'M', amount: 3, note: 'n' } }]);
  });

  test('is refused where it is empty, or a field is not what it says', async () => {
    const { cid } = await form('Fields');
    const errors = async (params: Record<string, unknown>) =>
      Object.keys((await send({ col_id: cid, ...params })).body.data?.errors ?? {});
    expect(await errors({ content: ' ' })).toEqual(['content']);
    expect(await errors({ content: 'x', email: 'no address', mobile: 'call me' })).toEqual(['mobile', 'email']);
    expect(await errors({ content: 'x', is_read: 1 })).toEqual(['is_read']);
    expect(await received(cid)).toEqual([]);
  });

  test('is refused to a column that takes none: of another model, hidden or gone', async () => {
    const { id: article } = await server.data('base.base/addColumn', { title: 'Articles', model: 'article' });
    const { id: hidden } = await server.data('base.base/addColumn', { title: 'Off', model: 'message', status: 0 });
    for (const col_id of [article, hidden, 4711])
      expect((await send({ col_id, content: 'x' })).body.data?.errors).toHaveProperty('col_id');
  });

  test('is counted by the network of an IPv6 address', async () => {
    const { cid } = await form('Network');
    const from = (host: number) => send({ col_id: cid, content: 'x' }, `2001:db8:1:2::${host}`);
    for (let host = 1; host <= 5; host++) expect((await from(host)).status).toBe(200);
    expect((await from(6)).status).toBe(429);
    expect((await send({ col_id: cid, content: 'x' }, '2001:db8:1:3::1')).status).toBe(200);
    expect((await send({ col_id: cid, content: 'x' }, '::ffff:198.51.100.250')).status).toBe(200);
  });

  test('secure A9: is counted by the one address of an IPv4, however it is written in IPv6', async () => {
    const { cid } = await form('Written');
    const forms = [
      '198.51.100.9',
      '::ffff:198.51.100.9',
      '::ffff:c633:6409',
      '0:0:0:0:0:ffff:198.51.100.9',
      '::FFFF:C633:6409',
    ];
    for (const host of forms) expect((await send({ col_id: cid, content: 'x' }, host)).status).toBe(200);
    for (const host of forms) expect((await send({ col_id: cid, content: 'x' }, host)).status).toBe(429);
  });

  test('that fills the hidden field is told that all is well, and kept nowhere', async () => {
    const { cid } = await form('Trap');
    expect((await send({ col_id: cid, content: 'spam', website: 'https://spam.example' })).body.code).toBe(1);
    expect(await received(cid)).toEqual([]);
  });

  test('is one of five in ten minutes of an address; refused ones do not count', async () => {
    const { cid } = await form('Limited');
    const ip = newPeer();
    await send({ col_id: cid, content: '' }, ip);
    for (let n = 0; n < 5; n++) expect((await send({ col_id: cid, content: `${n}` }, ip)).body.code).toBe(1);
    const { status, headers } = await send({ col_id: cid, content: 'one too many' }, ip);
    expect([status, Number(headers.get('retry-after')) > 500]).toEqual([429, true]);
    expect((await send({ col_id: cid, content: 'from elsewhere' })).body.code).toBe(1);
    expect(await received(cid)).toHaveLength(6);
  });

  test('is refused while the site takes none', async () => {
    const { cid } = await form('Closed');
    await server.data('base.Config/saveConfig', { message_status: 0 });
    expect((await send({ col_id: cid, content: 'x' })).body).toMatchObject({ code: 0, msg: '网站暂不接受留言' });
    await server.data('base.Config/saveConfig', { message_status: 1 });
    expect((await send({ col_id: cid, content: 'x' })).body.code).toBe(1);
  });
});
