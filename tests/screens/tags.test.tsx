import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Form } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { tagList, tagRename } from '../../contract/calls/tags.ts';
import { text } from '../../contract/fields.ts';
import { TagsDialog } from '../../src/content/TagsDialog.tsx';
import { TagsInput } from '../../src/content/TagsInput.tsx';
import { features, http } from '../../src/services/services.ts';
import { fakeAuth, show } from '../support/screen.tsx';

const tags = [
  { title: '绿茶', total: 12 },
  { title: '春茶', total: 3 },
];
const auth = fakeAuth({ rules: ['/content', tagRename.path] });
const answering = () =>
  vi
    .spyOn(http, 'call')
    .mockImplementation((async (call: Call, { searchKey = '' }: { searchKey?: string } = {}) =>
      call.path === tagList.path ? tags.filter(({ title }) => title.includes(searchKey)) : { total: 12 }) as never);

beforeEach(() => features.learn(['list', 'tags']));

async function openInput(given: string) {
  let value: unknown;
  const Value = () => {
    value = useFormContext().watch('tags');
    return null;
  };
  const shown = await show(
    <Form defaultValues={{ tags: given }}>
      <TagsInput field={text(200)} name="tags" label="标签" isNew={false} />
      <Value />
    </Form>,
    { auth },
  );
  return { ...shown, value: () => value };
}

it('tags are chips, completed from those of the site with their counts; commas, Enter and leaving add what is typed', async () => {
  answering();
  const { user, value } = await openInput('云南，红茶');
  const input = await screen.findByRole('combobox', { name: '标签' });
  expect(screen.getAllByRole('button', { name: /云南|红茶/ })).toHaveLength(2);
  expect(value()).toBe('云南，红茶');
  await user.type(input, '绿');
  await user.click(await screen.findByRole('option', { name: /^绿茶/ }));
  expect(value()).toBe('云南,红茶,绿茶');
  await user.type(input, '白茶，');
  await user.type(input, '黑茶{Enter}');
  await user.type(input, '岩茶');
  await user.tab();
  expect(value()).toBe('云南,红茶,绿茶,白茶,黑茶,岩茶');
  await user.type(input, '{Backspace}');
  expect(value()).toBe('云南,红茶,绿茶,白茶,黑茶');
});

it('day C15: 、 and ； between tags separate them, typed and pasted; a stored tag that has one stays whole', async () => {
  answering();
  const { user, value } = await openInput('岩、茶');
  const input = await screen.findByRole('combobox', { name: '标签' });
  await user.type(input, '白茶、');
  await user.type(input, '黑茶；');
  await user.click(input);
  await user.paste(' 红茶、绿茶；云南;红茶 ');
  expect(value()).toBe('岩、茶,白茶,黑茶,红茶,绿茶,云南');
  expect(screen.getByRole('button', { name: '岩、茶' })).toBeDefined();
});

it('what is typed without a separator is in the form at once, so that a save by Ctrl-S has it', async () => {
  answering();
  const { user, value } = await openInput('红茶');
  const input = await screen.findByRole<HTMLInputElement>('combobox', { name: '标签' });
  await user.type(input, '龙井');
  expect([value(), input.value]).toEqual(['红茶,龙井', '龙井']);
  expect(screen.queryByRole('button', { name: '龙井' })).toBeNull();
  await user.type(input, '茶');
  expect([value(), input.value]).toEqual(['红茶,龙井茶', '龙井茶']);
  await user.clear(input);
  expect(value()).toBe('红茶');
  await user.type(input, '岩茶{Enter}');
  expect([value(), input.value]).toEqual(['红茶,岩茶', '']);
});

it('what an input method spells is no tag, and a sign of its spelling separates nothing', async () => {
  answering();
  const { value } = await openInput('红茶');
  const input = await screen.findByRole<HTMLInputElement>('combobox', { name: '标签' });
  const spell = (text: string) => fireEvent.input(input, { target: { value: text }, isComposing: true });
  fireEvent.compositionStart(input);
  spell('y');
  spell('y;');
  expect([value(), input.value]).toEqual(['红茶', 'y;']);
  spell('英');
  fireEvent.compositionEnd(input);
  expect([value(), input.value]).toEqual(['红茶,英', '英']);
});

it('cells of a spreadsheet are tags each; tags that look alike are one', async () => {
  answering();
  const { user, value } = await openInput('白茶');
  await user.click(await screen.findByRole('combobox', { name: '标签' }));
  await user.paste('黑茶\r\n黄茶\t青茶\r\n');
  expect(value()).toBe('白茶,黑茶,黄茶,青茶');
  await user.paste('白\u200b茶、');
  expect(value()).toBe('白茶,黑茶,黄茶,青茶');
});

it('before a back end without tags it is a text', async () => {
  features.learn(['list']);
  await openInput('a,b');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '标签' }).value).toBe('a,b');
});

it('a tag is renamed; a name that is there already merges, which is said before', async () => {
  const call = answering();
  const { user, toasts } = await show(<TagsDialog onClose={() => {}} />, { auth });
  await user.click(await screen.findByRole('button', { name: '改名 绿茶' }));
  const name = screen.getByRole('textbox', { name: '“绿茶”的新名称' });
  const form = name.closest('form') as HTMLElement;
  await user.clear(name);
  await user.type(name, '春茶');
  expect(await within(form).findByText('已有“春茶”（3 条），12 条内容里的“绿茶”会并入它')).toBeDefined();
  await user.click(within(form).getByRole('button', { name: '合并' }));
  await waitFor(() => expect(toasts().at(-1)?.message).toBe('已修改 12 条内容'));
  expect(call).toHaveBeenCalledWith(tagRename, { title: '绿茶', to: '春茶' });
  await user.click(screen.getByRole('button', { name: '移除 春茶' }));
  await user.click(screen.getByRole('button', { name: '移除' }));
  await waitFor(() => expect(call).toHaveBeenCalledWith(tagRename, { title: '春茶', to: '' }));
});

it('who may not rename sees the tags alone', async () => {
  answering();
  await show(<TagsDialog onClose={() => {}} />, { auth: fakeAuth({ rules: ['/content'] }) });
  expect(await screen.findByText('绿茶')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^改名/ })).toBeNull();
});
