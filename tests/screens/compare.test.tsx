import { screen, waitFor } from '@testing-library/react';
import { ResourceContextProvider } from 'ra-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { product } from '../../contract/entities/product.ts';
import type { Field } from '../../contract/fields.ts';
import { maskedValue } from '../../contract/secrets.ts';
import { saveDraft } from '../../src/drafts/formDrafts.ts';
import { ComparedValue } from '../../src/fields/compare/ComparedValue.tsx';
import { Changes } from '../../src/logs/Changes.tsx';
import { productResource } from '../../src/resources/product.tsx';
import { RecordPanel } from '../../src/screen/RecordPanel.tsx';
import { localTime } from '../../src/utils/format.ts';
import { fakeProvider, show } from '../support/screen.tsx';

beforeEach(() => sessionStorage.clear());

const param = (id: number, name: string, title: string, type = 'text') => ({
  id,
  name,
  title,
  type,
  options: '毫香\n栗香',
  value: '',
  required: 0,
});
const params = [param(1, 'garden', '茶园'), param(2, 'season', '季节'), param(3, 'taste', '香气', 'choices')];
const sizes = [
  { id: 1, title: '小罐' },
  { id: 2, title: '大罐' },
];
const provider = (record?: object) =>
  fakeProvider({
    getAll: async () => [{ id: 2, title: '茶', model: 'product', level: 1 }],
    getOne: async () => ({ data: record as never }),
    getMany: async (resource) => ({ data: (resource === 'size' ? sizes : [record]) as never }),
    getList: async (resource) => ({ data: (resource === 'content_param' ? params : []) as never, total: 3 }),
  });
const sku = (size_id: number, name: string, price: string, stock = 0) => ({ size_id, sku: name, price, stock });
it('B8: who is refused for another’s change reads variants by row and content parameters by title, not as data', async () => {
  const theirs = {
    id: 7,
    col_id: 2,
    title: '石门白牡丹',
    version: 2,
    size_ids: [],
    skus: [sku(1, 'QW-1', '51.00', 10), sku(2, 'QW-2', '120.00'), sku(1, 'QW-3', '9.00')],
    params: { garden: '石门', season: '春', taste: ['毫香'] },
  };
  const mine = {
    skus: [sku(1, 'QW-1', '52.00', 10), sku(2, 'QW-2', '120'), sku(2, 'QW-3', '9.00')],
    params: { garden: '石门', season: '秋', taste: ['毫香', '栗香'] },
  };
  const path = '/rTopAdmin/content/product/7';
  saveDraft({ adminId: 1, path, resource: 'product', title: '', version: 1, values: mine });
  const form = (
    <ResourceContextProvider value="product">
      <RecordPanel
        resource={{
          ...productResource,
          form: { ...productResource.form, tabs: { base: { main: ['title', 'col_id'] } } },
        }}
        id={7}
        onClose={() => {}}
      />
    </ResourceContextProvider>
  );
  await show(form, { provider: provider(theirs), path: '/content/product/7' });
  await screen.findByText(/此记录已被他人修改/);
  await waitFor(() => expect(screen.getAllByText('大罐')).toHaveLength(1));
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual([
    '规格报价',
    '第 1 行规格 小罐SKU QW-1价格 52.00库存 10第 3 行规格 大罐SKU QW-3价格 9.00库存 0其余 1 行相同',
    '第 1 行规格 小罐SKU QW-1价格 51.00库存 10第 3 行规格 小罐SKU QW-3价格 9.00库存 0其余 1 行相同',
    '内容参数',
    '季节 秋香气 毫香、栗香',
    '季节 春香气 毫香',
  ]);
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['52.00', '大罐', '51.00', '小罐']),
  );
});

it('B8: the history of a record shows its values in the same way', async () => {
  const operation = {
    id: 1,
    target: 'product',
    target_id: 7,
    before: {
      title: '春茶',
      params: { season: '春' },
      images: [{ url: '/upload/a.jpg', title: '正面', intro: '', sort: 0 }],
    },
    after: { title: '秋茶', params: { season: '秋' }, images: [] },
  };
  await show(<Changes operation={operation} />, { provider: provider({ id: 7, col_id: 2 }) });
  expect(await screen.findAllByText('季节')).toHaveLength(2);
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(['春茶', '秋茶', '季节 春', '季节 秋', '第 1 行地址 a.jpg标题 正面', '空']);
  const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marked.slice(0, 2)).toEqual(['春', '秋']);
  expect(document.querySelector('img')?.getAttribute('src')).toContain('/upload/a.jpg');
});

describe('B8: a value of two is read without tags or code', () => {
  const html = product.fields.content;
  const long = '每年谷雨前后的那个周六，我们都会在老茶厂的院子里摆几张桌子。';
  const cases: [what: string, field: Field, values: [mine: unknown, theirs: unknown], read: [string, string]][] = [
    [
      'a body by the paragraphs that differ, a far one too',
      html,
      [
        `<p>我们</p><h3>这一次</h3><p>${long.repeat(9)}一</p><p>尾</p>`,
        `<p>我们</p><h3>那一次</h3><p>${long.repeat(9)}二</p><p>尾</p>`,
      ],
      [
        '… 这一次…的那个周六，我们都会在老茶厂的院子里摆几张桌子。一 …',
        '… 那一次…的那个周六，我们都会在老茶厂的院子里摆几张桌子。二 …',
      ],
    ],
    [
      'a list that the operation log has shortened',
      { kind: 'items', of: { title: { kind: 'text' } } },
      [
        [{ title: '一' }, '… +180'],
        [{ title: '二' }, '… +12'],
      ],
      ['第 1 行resources.product.items.given.title 一… +180', '第 1 行resources.product.items.given.title 二… +12'],
    ],
    ['a paragraph that one has', html, ['<p>一</p><p>二</p>', '<p>一</p>'], ['… 二', '没有这一段']],
    [
      'a picture in it by the name of its file',
      html,
      ['<p>茶<img src="/upload/a.jpg"></p>', '<p>茶</p>'],
      ['茶[a.jpg]', '茶'],
    ],
    [
      'another format',
      html,
      ['<p><strong>茶</strong></p>', '<p>茶</p>'],
      ['文字相同，格式或链接不同', '文字相同，格式或链接不同'],
    ],
    ['a secret of a form not at all', { kind: 'text', writeOnly: true }, ['open', 'sesame'], ['••••••', '••••••']],
    ['a secret of the log not at all', { kind: 'text' }, [maskedValue, ''], ['••••••', '空']],
    ['a file by its name', { kind: 'file' }, ['/upload/2026/a%20b.zip', '/upload/c.zip'], ['a b.zip', 'c.zip']],
    ['files of one name by address', { kind: 'file' }, ['/1/a.zip', '/2/a.zip'], ['/1/a.zip', '/2/a.zip']],
    [
      'files by name and size',
      { kind: 'files' },
      [[{ title: '手册', url: '/upload/a.pdf', size: 2048, ext: 'pdf', extract_code: '' }], []],
      ['第 1 行标题 手册地址 a.pdf大小 2 KB', '空'],
    ],
    ['a choice of several', { kind: 'choice', values: ['jpg', 'png'] }, [['jpg', 'png'], ['jpg']], ['jpg、png', 'jpg']],
    [
      'a record without a declared shape',
      { kind: 'json' },
      [{ status: 0, title: '茶' }, null],
      ['状态 草稿标题 茶', '空'],
    ],
    [
      'a text around what differs',
      { kind: 'text' },
      [`${'前'.repeat(99)}一${'后'.repeat(99)}`, `${'前'.repeat(99)}二${'后'.repeat(99)}`],
      [`…${'前'.repeat(24)}一${'后'.repeat(24)}…`, `…${'前'.repeat(24)}二${'后'.repeat(24)}…`],
    ],
  ];
  it.each(cases)('%s', async (_, field, [mine, theirs], expected) => {
    const given = { field, name: 'given' };
    const sides = (
      <ResourceContextProvider value="product">
        <ul>
          <li>
            <ComparedValue {...given} values={{ given: mine }} others={{ given: theirs }} />
          </li>
          <li>
            <ComparedValue {...given} values={{ given: theirs }} others={{ given: mine }} />
          </li>
        </ul>
      </ResourceContextProvider>
    );
    await show(sides);
    const items = await screen.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(expected);
  });
});

it('day B10: times in the log are in the reader’s zone, also where the record has no such field', async () => {
  const stored = '2026-12-31T20:30:00Z';
  const operation = {
    id: 1,
    target: 'product',
    target_id: 1,
    before: { live_time: null, expire_time: stored },
    after: { live_time: stored, preview: stored, expire_time: null, note: `on ${stored}` },
  };
  await show(<Changes operation={operation} />, { provider: provider() });
  const rows = await screen.findAllByRole('row');
  const local = localTime(new Date(stored));
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    `定时发布时间空${local}`,
    `下线时间${local}空`,
    `预览链接有效至空${local}`,
    `note空on ${stored}`,
  ]);
});
