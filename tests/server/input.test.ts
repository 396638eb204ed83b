import { describe, expect, test } from 'vitest';
import { formatsZh } from '../../contract/formats.ts';
import { describeTestedDatabases, type Refused, useServer } from '../support/server.ts';

const json = { headers: { 'content-type': 'application/json' } };

describe('Strict input', () => {
  const server = useServer();

  /** The fields that are refused, in code 0. */
  async function refused(...[path, params, options]: Parameters<typeof server.call>): Promise<string[]> {
    const { status, body } = await server.call<Refused>(path, params, options);
    expect({ status, code: body.code }, JSON.stringify(body)).toEqual({ status: 200, code: 0 });
    expect(Object.values(body.data.errors)).not.toContain('');
    return Object.keys(body.data.errors).sort();
  }

  test('names every field that is refused, not the first', async () => {
    const params = {
      title: '',
      model: 'nothing',
      pid: 'x',
      sort: '1.5',
      status: 2,
      oops: 1,
      keywords: 'x'.repeat(201),
    };
    expect(await refused('base.base/addColumn', params)).toEqual(Object.keys(params).sort());
    expect(await refused('base.base/addColumn', params, json)).toEqual(Object.keys(params).sort());
  });

  test('says at each field what is wrong with it', async () => {
    const params = { title: ' ', model: 'nothing', sort: 'x', url_name: 'a b', keywords: 'x'.repeat(201), oops: 1 };
    const { body } = await server.call<Refused>('base.base/addColumn', params);
    expect(body).toEqual({
      code: 0,
      msg: '提交的内容有误，请检查标出的字段',
      data: {
        errors: {
          title: '必填',
          model: '只能是：article / product / atlas / video / down / recruitment / single / message',
          sort: '请填写整数，例如 12',
          url_name: formatsZh.format_slug,
          keywords: '最多 200 个字符',
          oops: '没有这个参数',
        },
      },
    });
  });

  test('a birthday is a day since 1900 that has come', async () => {
    const notYet = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    for (const birthday of ['1899-12-31', notYet, '1990-02-31']) {
      const { body } = await server.call<Refused>('base.User/userAddEdit', { username: 'born', birthday });
      expect(body.data.errors, birthday).toEqual({ birthday: formatsZh.format_birthday });
    }
    const { body } = await server.call('base.User/userAddEdit', { username: 'born', birthday: '1900-01-01' });
    expect(body.code).toBe(1);
  });

  test('an unknown field is refused in a query and in a body, on every kind of call', async () => {
    expect(await refused('base.base/getColumnList', { oops: 1 })).toEqual(['oops']);
    expect(await refused('base.base/getModelList', { oops: 1 })).toEqual(['oops']);
    expect(await refused('base.admin/getAdminInfo', { oops: 1 })).toEqual(['oops']);
    expect(await refused('auth.auth/ini', { oops: 1 }, { token: '' })).toEqual(['oops']);
    expect(await refused('auth.auth/login', { username: 'a', password: 'b', oops: 1 }, { token: '' })).toEqual([
      'oops',
    ]);
  });

  test('a field that the server computes is refused', async () => {
    const params = {
      title: 'x',
      model: 'article',
      is_home: 1,
      create_time: '2026-01-01T00:00:00Z',
      level: 9,
      version: 3,
    };
    expect(await refused('base.base/addColumn', params)).toEqual(['create_time', 'is_home', 'level', 'version']);
    expect(await refused('base.admin/create_role', { title: 'x', built_in: 1 })).toEqual(['built_in']);
  });

  test('a list or an object for a scalar is refused', async () => {
    const draft = {
      title: ['x'],
      model: ['article'],
      pid: [1],
      url_name: {},
      org_img: ['/a'],
      sort: [1],
      content: ['x'],
    };
    expect(await refused('base.base/addColumn', draft, json)).toEqual(Object.keys(draft).sort());
    for (const status of [[], ['1'], ['true'], {}, [1], [null]])
      expect(await refused('base.base/addColumn', { title: 'x', model: 'article', status }, json)).toEqual(['status']);
    for (const show of [['1'], [], {}])
      expect(await refused('base.admin/create_rule', { title: 'x', path: '/x', show }, json)).toEqual(['show']);
    for (const publish_time of [['2026-01-01T00:00:00Z'], {}, [], true])
      expect(await refused('base.content/editArticle', { id: 1, publish_time }, json)).toEqual(['publish_time']);
  });

  test('a key that is given twice is refused where one value is meant', async () => {
    expect(await refused('base.base/addColumn', 'title=a&title=b&model=article')).toEqual(['title']);
    expect(await refused('base.base/getColumnList', 'page=1&page=2')).toEqual(['page']);
    expect(await refused('auth.auth/login', 'username=a&username=b&password=c', { token: '' })).toEqual(['username']);
    expect(await refused('base.base/addColumn', 'title=a&model=article&status=1&status=1')).toEqual(['status']);
  });

  test('__proto__ and constructor are unknown fields like any other', async () => {
    const form = 'title=a&model=article&__proto__=x&constructor=x&toString=x&__proto__[status]=0';
    const names = ['__proto__', '__proto__[status]', 'constructor', 'toString'];
    expect(await refused('base.base/addColumn', form)).toEqual(names);
    expect(await refused('base.base/getColumnList', '__proto__=x&constructor=x')).toEqual(['__proto__', 'constructor']);
    expect(await refused('base.base/addColumn', '{"title":"a","model":"article","toString":1}', json)).toEqual([
      'toString',
    ]);
    for (const value of ['constructor', '__proto__', 'toString'])
      expect(await refused('base.base/addColumn', { title: 'x', model: value, status: value })).toEqual([
        'model',
        'status',
      ]);
    const poisoned = await server.call('base.base/addColumn', '{"title":"a","model":"article","__proto__":{}}', json);
    expect(poisoned.body.code).toBe(400);
    expect(Object.keys({})).toEqual([]);
  });

  test.each(['1e309', '-1e309', 'Infinity', 'NaN', '9007199254740993', '-1', '0', '1.5', '0x', '٣', '1;drop'])(
    'page=%s is refused',
    async (page) => {
      expect(await refused('base.base/getColumnList', { page })).toEqual(['page']);
      expect(await refused('base.content/getContentList', { model: 'article', page })).toEqual(['page']);
    },
  );

  test('day C5: numbers are read in full width and between blanks too, in a field, a price, an item and a parameter', async () => {
    const col_id = (await server.data('base.base/addColumn', { title: '茶', model: 'product', sort: '－３' })).id;
    await server.data('base.content/addContentParams', { title: '净重', name: 'weight', type: 'number', cid: col_id });
    const params = { weight: ' ２。５　' };
    const draft = {
      title: '饼',
      col_id,
      price: ' １２．５　',
      views: '３',
      skus: [{ sku: 'a', price: '12。5', stock: '１２' }],
    };
    const { id } = await server.data('base.content/addProduct', { ...draft, params }, json);
    const list = await server.data<{ data: object[] }>('base.content/getContentList', {
      model: 'product',
      ids: `${id}`,
    });
    expect(list.data[0]).toMatchObject({
      price: '12.50',
      views: 3,
      params: { weight: 2.5 },
      skus: [{ price: '12.50', stock: 12 }],
    });
    expect(await refused('base.content/editProduct', { id, price: '１，２０', views: '１．５' })).toEqual([
      'price',
      'views',
    ]);
  });

  test('day C6: prices and number parameters are read with thousands separators and a currency, ids are not', async () => {
    const col_id = (await server.data('base.base/addColumn', { title: '茶', model: 'product' })).id;
    await server.data('base.content/addContentParams', { title: '净重', name: 'weight', type: 'number', cid: col_id });
    const draft = {
      title: '罐',
      col_id,
      price: '¥ 1,299.5',
      market_price: '1,299 元',
      params: { weight: '１，０００' },
    };
    const { id } = await server.data('base.content/addProduct', draft, json);
    const { data } = await server.data<{ data: object[] }>('base.content/getContentList', {
      model: 'product',
      ids: `${id}`,
    });
    expect(data[0]).toMatchObject({ price: '1299.50', market_price: '1299.00', params: { weight: 1000 } });
    for (const price of ['1,5', '0,299', '1,2999', '¥', '元'])
      expect([price, await refused('base.content/editProduct', { id, price })]).toEqual([price, ['price']]);
    expect(await refused('base.content/deleteProduct', { pid: '1,299' })).toEqual(['pid']);
  });

  test('numbers that JSON cannot hold are refused', async () => {
    expect(await refused('base.base/addColumn', '{"title":"a","model":"article","sort":1e309}', json)).toEqual([
      'sort',
    ]);
    expect(await refused('base.base/addColumn', '{"title":"a","model":"article","sort":-1e400}', json)).toEqual([
      'sort',
    ]);
  });

  test('more than 100 records are not given at once, by limit or by ids', async () => {
    expect(await refused('base.base/getColumnList', { limit: 101 })).toEqual(['limit']);
    expect(await refused('base.base/getColumnList', { limit: 0 })).toEqual(['limit']);
    const ids = Array.from({ length: 101 }, (_, index) => index + 1);
    expect(await refused('base.base/getColumnList', { ids })).toEqual(['ids']);
    expect(await refused('base.content/getContentList', { model: 'article', ids })).toEqual(['ids']);
  });

  test('an undeclared sort or filter is refused, never put into SQL and never ignored', async () => {
    expect(await refused('base.admin/getAdminList', { sort: 'password' })).toEqual(['sort']);
    expect(await refused('base.admin/getAdminList', { sort: 'id;drop table admin' })).toEqual(['sort']);
    expect(await refused('base.admin/getAdminList', { sort: 'id', order: 'desc, 1' })).toEqual(['order']);
    expect(await refused('base.admin/getAdminList', { password: '$argon2id', email: 'x' })).toEqual([
      'email',
      'password',
    ]);
    expect(await refused('base.base/getColumnList', { sort: 'content' })).toEqual(['sort']);
  });

  test('what only another model can be narrowed by is refused in the list call that they share', async () => {
    expect(await refused('base.content/getContentList', { model: 'single', is_top: 1 })).toEqual(['is_top']);
    expect(await refused('base.content/getContentList', { model: 'product', is_read: 1 })).toEqual(['is_read']);
    expect(await refused('base.content/getContentList', { model: 'poem' })).toEqual(['model']);
    expect(await refused('base.content/getContentList', {})).toEqual(['model']);
  });

  test('a link that a browser would run is refused at its field', async () => {
    const links = ['javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'java\tscript:alert(1)', ' \u0001javascript:alert(1)'];
    links.push('javascript&colon;alert(1)', 'jav&#x0A;ascript:alert(1)');
    for (const link of [...links, 'data:text/html,x', 'vbscript:x', 'java\nscript:x', 'file:///etc/passwd']) {
      const column = { title: 'x', model: 'article', link, org_img: link, banner: link };
      expect(await refused('base.base/addColumn', column)).toEqual(['banner', 'link', 'org_img']);
    }
  });

  test('a body nested a hundred thousand levels deep is refused as input', async () => {
    const deep = `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)},"model":"article"}`;
    expect((await server.call('base.base/addColumn', deep, json)).status).toBe(400);
  });

  test('A19: JSON nested beyond 100 levels is refused in a body, a query and a field, with the reason', async () => {
    const nest = (n: number) => '['.repeat(n) + ']'.repeat(n);
    const said = async (...[path, params, options]: Parameters<typeof server.call>) => {
      const { status, body } = await server.call(path, params, options);
      return [status, body.msg];
    };
    const reason = [400, '数据嵌套过深，最多 100 层'];
    const params = `{"x":${nest(30_000)}}`;
    expect(await said('base.content/addArticle', `{"title":"a","params":${params}}`, json)).toEqual(reason);
    expect(await said('base.content/addArticle', { title: 'a', params })).toEqual(reason);
    expect(await said('base.Transfer/export', { entity: 'article', filter: `{"x":${nest(500)}}` })).toEqual(reason);
    const english = { headers: { 'accept-language': 'en' } };
    expect(await said('base.content/addArticle', { title: 'a', params }, english)).toEqual([
      400,
      'The data is nested too deeply: at most 100 levels',
    ]);
    // Brackets in a text are no levels.
    const { id } = await server.data(
      'base.base/addColumn',
      { title: 'a', model: 'article', content: '[{'.repeat(60) },
      json,
    );
    expect(id).toBeGreaterThan(0);
  });

  test('a body of very many fields is refused before anything is made of them', async () => {
    const many = Array.from({ length: 300_000 }, (_, index) => `f${index}=`).join('&');
    const { body } = await server.call('auth.auth/login', many, { token: '' });
    expect(body.code).toBe(413);
    expect(JSON.stringify(body).length).toBeLessThan(1000);
  });
});

describeTestedDatabases('Odd text', (server) => {
  test('a NUL character is refused at its field, beside the other errors', async () => {
    const nul = { title: 'a\0b', keywords: '\0', model: 'nothing' };
    for (const options of [{}, json]) {
      const { body } = await server.call<Refused>('base.base/addColumn', nul, options);
      expect(body.data.errors).toEqual({
        title: '不能包含空字符',
        keywords: '不能包含空字符',
        model: '只能是：article / product / atlas / video / down / recruitment / single / message',
      });
    }
    const search = await server.call<Refused>('base.content/getContentList', { model: 'article', searchKey: '\0' });
    expect(Object.keys(search.body.data.errors)).toEqual(['searchKey']);
    const login = await server.call<Refused>('auth.auth/login', { username: 'a\0', password: '\0' }, { token: '' });
    expect(Object.keys(login.body.data.errors).sort()).toEqual(['password', 'username']);
  });

  test('any other text comes back as it was sent', async () => {
    const odd = ['\\u0000', "'; drop table article; --", '"$1" ?1 :name {x}', '𠮷野家😀', "\\' \\", '%_%'];
    for (const title of odd) {
      const { id } = await server.data('base.base/addColumn', { title, model: 'article' });
      const { data } = await server.data<{ data: unknown[] }>('base.base/getColumnList', { ids: id });
      expect(data).toMatchObject([{ id, title }]);
    }
  });

  test('a half of a surrogate pair does no harm', async () => {
    const { status } = await server.call('base.base/addColumn', '{"title":"\\ud83d","model":"article"}', json);
    expect(status).toBe(200);
  });

  test('the farthest page is an empty page', async () => {
    const page = { page: Number.MAX_SAFE_INTEGER, limit: 100 };
    expect(await server.data('base.content/getContentList', { model: 'article', ...page })).toEqual({
      data: [],
      total: 0,
    });
    expect(await server.data('base.admin/getAdminList', page)).toEqual({ data: [], total: 1 });
  });
});

describeTestedDatabases('Texts of one line', (server) => {
  const stored = async (model: string, id: number) => {
    const { data } = await server.data<{ data: Record<string, unknown>[] }>('base.content/getContentList', {
      model,
      ids: id,
    });
    return data[0];
  };
  const column = async (model: string) => (await server.data('base.base/addColumn', { title: model, model })).id;

  test('day C8: what nobody sees in them is not stored, nor searched', async () => {
    const given = {
      title: '\ufeff明前\u200b龙井 ',
      tags: '春\u200b茶,春茶',
      author: '王\u0007磊',
      description: ' 两\n行 ',
    };
    const { id } = await server.data('base.content/addArticle', { col_id: await column('article'), ...given });
    const { description } = given;
    expect(await stored('article', id)).toMatchObject({ title: '明前龙井', author: '王磊', description });
    const search = { model: 'article', searchKey: '\u200b前龙\u200d井\u3000' };
    expect(await server.data('base.content/getContentList', search)).toMatchObject({ data: [{ id }] });
    expect(await server.data('base.Tag/list')).toContainEqual({ title: '春茶', total: 1 });
  });

  test('day C8: stored ones are tidied when their record is next saved, whatever is changed in it', async () => {
    const { id } = await server.data('base.content/addArticle', { col_id: await column('article'), title: 'Old' });
    const odd = { title: 'O\u200bld ', seo_title: '\u2060' };
    await server.database.db.updateTable('article').set(odd).where('id', '=', id).execute();
    await server.data('base.content/editArticle', { id, author: 'Wang' });
    expect(await stored('article', id)).toMatchObject({ title: 'Old', seo_title: '', author: 'Wang' });
  });

  test('day C8: SKUs that look alike are alike, also one that is stored and becomes it', async () => {
    const col_id = await column('product');
    const product = (title: string, sku: string) =>
      server.call<Refused & { id: number }>('base.content/addProduct', {
        title,
        col_id,
        skus: JSON.stringify([{ sku }]),
      });
    await product('Green tea', 'LJ-001');
    expect((await product('Black tea', 'LJ\u200b-001')).body.data.errors).toEqual({
      'skus.0.sku': '此 SKU 已被“Green tea”使用，请换一个',
    });
    const { id } = (await product('White tea', 'LJ-002')).body.data;
    const skus = JSON.stringify([{ sku: 'LJ\u200b-001' }]);
    await server.database.db.updateTable('product').set({ skus }).where('id', '=', id).execute();
    const { body } = await server.call<Refused>('base.content/editProduct', { id, author: 'Wang' });
    expect(body.data.errors).toEqual({ 'skus.0.sku': '此 SKU 已被“Green tea”使用，请换一个' });
  });

  test('day C8: a user name with blanks around it signs in, a password is taken as it is', async () => {
    const password = ' long\u200benough-2026 ';
    const groupId = await server.makeRole([]);
    await server.data('base.admin/addAdmin', { username: 'odd\u200bname', password, groupId });
    const signIn = (username: string, secret: string) =>
      server.call('auth.auth/login', { username, password: secret }, { token: '' });
    expect((await signIn(' oddname', password)).body.code).toBe(1);
    expect((await signIn('oddname', password.trim())).body.code).not.toBe(1);
  });

  test('day C6: links are stored without blanks around them and with a narrow colon; one that no browser opens is refused', async () => {
    const { id: group_id } = await server.data('base.base/addNavGroup', { title: 'Links' });
    const add = (url: string) =>
      server.call<Refused & { id: number }>('base.base/addNav', { title: 'Link', group_id, url });
    for (const [typed, kept] of [
      [' https：//a.cn/x ', 'https://a.cn/x'],
      ['\u200bwww.baidu.com', 'www.baidu.com'],
    ]) {
      const { id } = (await add(typed as string)).body.data;
      const { data } = await server.data<{ data: object[] }>('base.base/getNavList', { ids: id });
      expect(data).toMatchObject([{ url: kept }]);
    }
    const { body } = await add('shop.example.com:8080/list');
    expect(body.data.errors).toEqual({ url: formatsZh.format_link });
  });
});
