import { fireEvent, screen, within } from '@testing-library/react';
import { Form, RecordContextProvider } from 'ra-core';
import { beforeEach, expect, it } from 'vitest';
import { article } from '../../contract/entities/article.ts';
import { text } from '../../contract/fields.ts';
import { MeteredTitle } from '../../src/content/meteredInputs.tsx';
import { SeoPreview } from '../../src/content/SeoPreview.tsx';
import { cutToWidth, textWidth } from '../../src/content/textWidth.ts';
import { InputOf } from '../../src/fields/InputOf.tsx';
import { features } from '../../src/services/services.ts';
import { fakeProvider, show } from '../support/screen.tsx';

beforeEach(() => features.learn(['list', 'seo']));

const record = {
  title: '谷雨茶会',
  seo_title: '',
  description: '',
  content: '<p>带一只<b>自己</b>的杯子来。</p>',
  slug: 'gu-yu',
  share_img: '',
  org_img: '/upload/a.png',
  col_id: 1,
};

const open = () =>
  show(
    <Form defaultValues={record}>
      <MeteredTitle field={text(200)} name="seo_title" label="SEO 标题" isNew={false} />
      <SeoPreview />
    </Form>,
    { provider: fakeProvider({ getAll: async () => [{ id: 1, title: '活动' }] }) },
  );

it('a Chinese character is twice as wide as a Latin letter, and a text is cut by width', () => {
  expect([textWidth('茶a1，'), textWidth('')]).toEqual([6, 0]);
  expect(cutToWidth('茶叶茶叶', 8)).toBe('茶叶茶叶');
  expect(cutToWidth('茶叶茶叶茶', 8)).toBe('茶叶茶…');
});

it('the previews show what engines take, and follow what is typed', async () => {
  const { user } = await open();
  const section = await screen.findByRole('region', { name: '预览' });
  expect(within(section).getAllByText('谷雨茶会')).toHaveLength(3);
  expect(within(section).getAllByText('带一只自己的杯子来。')).toHaveLength(3);
  expect(await within(section).findAllByText(/活动 › gu-yu$/)).toHaveLength(2);
  await user.type(screen.getByRole('textbox', { name: 'SEO 标题' }), '谷雨');
  expect(within(section).getAllByText('谷雨')).toHaveLength(3);
  expect(screen.getByText('2 / 30 字')).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: 'SEO 标题' }), '茶'.repeat(30));
  expect(screen.getByText('32 / 30 字，搜索结果里会被截断')).toBeDefined();
});

it('a picture that cannot be shown leaves no broken one behind', async () => {
  await open();
  const section = await screen.findByRole('region', { name: '预览' });
  const pictures = () => section.querySelectorAll('img');
  expect(pictures()).toHaveLength(2);
  for (const picture of pictures()) fireEvent.error(picture);
  expect(pictures()).toHaveLength(0);
});

it('a changed URL name says that the old one still leads there', async () => {
  const saved = { ...record, id: 1 };
  const slug = () => screen.findByRole('textbox', { name: '网址名称' });
  const { user } = await show(
    <RecordContextProvider value={saved}>
      <Form>
        <InputOf field={article.fields.slug} name="slug" label="网址名称" isNew={false} />
      </Form>
    </RecordContextProvider>,
  );
  await user.type(await slug(), '-2');
  await screen.findByText('更新后，旧地址里的“gu-yu”仍能打开这篇内容');
  await user.type(await slug(), '{Backspace}{Backspace}');
  await screen.findByText('留空则由标题的拼音生成');
});

it('neither is there before a back end without them', async () => {
  features.learn(['list']);
  const { user } = await open();
  await user.type(await screen.findByRole('textbox', { name: 'SEO 标题' }), '谷雨');
  expect(screen.queryByText(/ 字$/)).toBeNull();
  expect(screen.queryByRole('region', { name: '预览' })).toBeNull();
});
