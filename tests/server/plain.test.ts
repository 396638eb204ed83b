import { expect, test } from 'vitest';
import { calls } from '../plain/calls.ts';
import { calls as specified } from '../proof/calls.ts';
import { usePlain } from '../support/plain.ts';

const plain = usePlain();

async function ask(verb: string, path: string, params: Record<string, string> = {}, token = '') {
  const form = new URLSearchParams(params);
  const query = verb === 'GET' ? `?${form}` : '';
  const response = await fetch(`${plain.url}/api/${path}${query}`, {
    method: verb,
    body: verb === 'GET' ? undefined : form,
    ...(token && { headers: { authorization: token } }),
  });
  return { status: response.status, body: await response.text() };
}
async function signIn(): Promise<string> {
  const { body } = await ask('POST', 'auth.auth/login', { username: 'admin', password: plain.password });
  return JSON.parse(body).data.token;
}

test('the plain back end answers every call that the specification names, and no other', () => {
  const named = specified.map(({ verb, path }) => `${verb} ${path}`);
  expect(Object.keys(calls).toSorted()).toEqual(named.toSorted());
});

test('the plain back end answers an HTML page where it knows no such call or verb', async () => {
  const token = await signIn();
  for (const [verb, path] of [
    ['GET', 'base.Recycle/list'],
    ['GET', 'base.base/addColumn'],
  ] as const) {
    const { status, body } = await ask(verb, path, {}, token);
    expect([status, body.startsWith('<!DOCTYPE html>')]).toEqual([404, true]);
  }
});

test('the plain back end names no extension and ignores what the specification does not name', async () => {
  const token = await signIn();
  const ini = await ask('GET', 'auth.auth/ini');
  expect(Object.keys(JSON.parse(ini.body).data)).toEqual(['web_title', 'web_logo']);
  const asked = { model: 'article', limit: '3', sort: 'id', order: 'desc', ids: '2' };
  const { data } = JSON.parse((await ask('POST', 'base.content/getContentList', asked, token)).body);
  expect([data.total, data.data.length, data.data[0].title]).toEqual(['23', 10, '第 23 条新闻']);
});

test('the plain back end writes ids and numbers as strings, times as Y-m-d H:i:s and nothing as an empty list', async () => {
  const token = await signIn();
  const column = { title: '临时', model: 'article' };
  const { data: made } = JSON.parse((await ask('POST', 'base.base/addColumn', column, token)).body);
  const { data: rows } = JSON.parse((await ask('GET', 'base.base/getAllColumnList', {}, token)).body);
  const row = rows.find(({ id }: { id: string }) => id === made.id);
  expect(row).toMatchObject({ title: '临时', pid: '0', is_nav: '1', sort: '0' });
  expect(row.create_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const gone = await ask('POST', 'base.base/deleteColumn', { col_id: made.id }, token);
  expect(JSON.parse(gone.body)).toMatchObject({ code: 1, data: [] });
});
