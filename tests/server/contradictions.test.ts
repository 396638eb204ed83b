import { expect, test } from 'vitest';
import { entityList } from '../../contract/index.ts';
import { resourcesEn } from '../../i18n/en/resources.ts';
import { resourcesZh } from '../../i18n/zh/resources.ts';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

describeTestedDatabases('Values that contradict each other', (server) => {
  const errors = async (path: string, params: object) =>
    (await server.call<Refused>(path, params as Record<string, unknown>)).body.data.errors;
  const column = async (model: string) => (await server.data('base.base/addColumn', { title: model, model })).id;
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];

  test('are refused of a content that ends before it begins, also by an edit of one of them', async () => {
    const col_id = await column('article');
    const article = { title: 'x', col_id };
    const refused = { expire_time: '下线时间不能早于发布时间' };
    expect(await errors('base.content/addArticle', { ...article, publish_time: late, expire_time: early })).toEqual(
      refused,
    );
    const { id } = await server.data('base.content/addArticle', { ...article, publish_time: early, expire_time: late });
    expect(await errors('base.content/editArticle', { id, publish_time: '2026-03-01T00:00:00Z' })).toEqual(refused);
    await server.data('base.content/editArticle', { id, publish_time: late });
  });

  test('B2: of times are told by the names of their fields, in either language', async () => {
    const article = { title: 'x', col_id: await column('article'), publish_time: late, expire_time: early };
    const group_id = (await server.data('base.base/addAdGroup', { title: 'n', ident: 'n' })).id;
    const ad = { title: 'x', group_id, org_img: '/a.png', start_time: late, end_time: early };
    for (const [language, { article: content, ad: advertisement }] of Object.entries({
      zh: resourcesZh,
      en: resourcesEn,
    })) {
      const headers = { 'accept-language': language };
      const say = async (path: string, params: object) =>
        Object.values((await server.call<Refused>(path, { ...params }, { headers })).body.data.errors ?? {}).join();
      const told = (await say('base.content/addArticle', article)) + (await say('base.base/addAd', ad));
      const { publish_time, expire_time } = content.fields;
      const { start_time, end_time } = advertisement.fields;
      const names = [publish_time, expire_time, start_time, end_time].map(String);
      expect(names.filter((name) => !told.includes(name))).toEqual([]);
    }
    // A message names one pair of fields: another pair needs another message.
    const pairs = entityList.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, { kind, atLeast }]) =>
        kind === 'time' && atLeast ? [`${name} atLeast ${atLeast}`] : [],
      ),
    );
    const checked = entityList.flatMap(({ fields, checks = [] }) =>
      checks
        .filter((check) => check.fields.some((name) => fields[name]?.kind === 'time'))
        .map((check) => check.fields.join()),
    );
    expect([...new Set(pairs), ...checked]).toEqual(['expire_time atLeast publish_time', 'end_time,start_time']);
  });

  test('are refused of a salary whose end is below its beginning', async () => {
    const job = { title: 'x', col_id: await column('recruitment') };
    expect(await errors('base.content/addRecruitment', { ...job, salary_min: '9000', salary_max: '10000' })).toBe(
      undefined,
    );
    expect(await errors('base.content/addRecruitment', { ...job, salary_min: '9000', salary_max: '800' })).toEqual({
      salary_max: expect.stringContaining('不能小于 9000'),
    });
  });

  test('are refused of an advertisement that ends as it begins', async () => {
    const group_id = (await server.data('base.base/addAdGroup', { title: 'g', ident: 'g' })).id;
    const ad = { title: 'x', group_id, org_img: '/a.png', start_time: early };
    expect(await errors('base.base/addAd', { ...ad, end_time: early })).toEqual({
      end_time: '结束时间必须晚于开始时间',
    });
    await server.data('base.base/addAd', { ...ad, end_time: late });
  });

  test('are refused of a category of another model than its column, also by an edit of its type', async () => {
    const cid = await column('product');
    const save = 'base.Category/addEditCategory';
    expect(await errors(save, { title: 'x', cid, type: 'article' })).toEqual({ cid: '所选记录不存在' });
    const { id } = await server.data(save, { title: 'x', cid, type: 'product' });
    expect(await errors(save, { id, type: 'article' })).toEqual({ cid: '所选记录不存在' });
  });

  test('are refused of two users whose names differ by case alone', async () => {
    const save = 'base.User/userAddEdit';
    const { id } = await server.data(save, { username: 'Visitor' });
    expect(await errors(save, { username: 'vISITOR' })).toEqual({ username: '已被使用' });
    await server.data(save, { id, username: 'visitor' });
  });
});
