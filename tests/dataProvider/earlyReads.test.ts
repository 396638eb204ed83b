import { expect, test } from 'vitest';
import { createSession } from '../../authProvider/session.ts';
import { ini, login } from '../../contract/calls/auth.ts';
import { getAdminInfo } from '../../contract/calls/console.ts';
import { getContentTopMenu, setIndex } from '../../contract/calls/content.ts';
import { article } from '../../contract/entities/article.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { createFeatures } from '../../dataProvider/features.ts';
import { createHttp, type Read, type Reply } from '../../dataProvider/transport/http.ts';
import { memoryStorage } from '../support/provider.ts';
import { done, useStandIn } from '../support/standIn.ts';

const standIn = useStandIn();
const replyOf = (data: unknown, status = 200, code = 1) => ({ status, body: JSON.stringify({ code, msg: '', data }) });

/** A console whose page asked for something early: it gets this reply, and `noted` is what it was told of. */
function open(reply?: () => Promise<Reply | undefined>) {
  const session = createSession(memoryStorage());
  session.begin('the-token');
  const noted: Read[] = [];
  const early = { take: reply ?? (() => undefined), note: (read: Read) => void noted.push(read) };
  const features = createFeatures(memoryStorage());
  const http = createHttp({ host: standIn.url, session, features, language: () => 'zh-CN', early });
  return { http, noted };
}

test('a read takes the reply that the page asked for, and asks nothing itself', async () => {
  const { http } = open(async () => replyOf({ id: 7 }));
  expect(await http.call(getAdminInfo)).toMatchObject({ id: 7 });
  expect(standIn.asked).toEqual([]);
});

test('it is told verb, path, parameters, token and language of each read', async () => {
  const { http, noted } = open();
  await http.call(getContentTopMenu, { model: 'article' });
  expect(noted).toEqual([
    {
      verb: 'GET',
      path: 'base.content/getContentTopMenu',
      form: 'model=article',
      token: 'the-token',
      language: 'zh-CN',
    },
  ]);
});

test('a list is a read, whatever its verb', async () => {
  const { http, noted } = open(async () => replyOf({ data: [], total: 0 }));
  await http.call(article.calls.list, { page: 2 } as never);
  expect(noted.map(({ verb, form }) => [verb, form])).toEqual([['POST', 'page=2']]);
});

test('neither a write nor a sign-in takes an early reply', async () => {
  const { http, noted } = open(async () => replyOf('early'));
  standIn.answers(done('now'), done({ token: 'now' }));
  expect(await http.call(setIndex, { cid: 1 })).toBe('now');
  expect(await http.call(login, { username: 'a', password: 'b' })).toEqual({ token: 'now' });
  expect(noted).toEqual([]);
});

test.each([
  ['there was none', async () => undefined],
  ['the server failed', async () => replyOf(null, 503, 503)],
])('where %s, the call is made as ever', async (_why, reply) => {
  const { http } = open(reply);
  standIn.answers(done({ web_title: '网站' }));
  expect(await http.call(ini)).toMatchObject({ web_title: '网站' });
  expect(standIn.asked).toHaveLength(1);
});

test('an early 401 is a 401', async () => {
  const { http } = open(async () => replyOf(null, 401, 401));
  const failure = await http.call(getAdminInfo).catch((error) => error);
  expect(failure).toBeInstanceOf(CallFailure);
  expect(failure.kind).toBe('unauthorized');
  expect(standIn.asked).toEqual([]);
});

test('a read that nobody waits for any more ends, also where its early reply is still on its way', async () => {
  const { http } = open(() => new Promise(() => {}));
  const waiting = new AbortController();
  const read = http.call(ini, {}, waiting.signal);
  waiting.abort();
  await expect(read).rejects.toThrow('aborted');
});
