import { screen, waitFor } from '@testing-library/react';
import { Form, ListContextProvider, type RaRecord, useList } from 'ra-core';
import { expect, it } from 'vitest';
import { user } from '../../contract/entities/user.ts';
import { formatsZh } from '../../contract/formats.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { InputOf } from '../../src/fields/InputOf.tsx';
import { MomentInput } from '../../src/fields/MomentInput.tsx';
import { TimeRange } from '../../src/list/TimeRange.tsx';
import { articleResource } from '../../src/resources/article.tsx';
import { show } from '../support/screen.tsx';

/** A form of one time, and what it saves. */
async function open(publish_time: string | null = null) {
  const saved: unknown[] = [];
  const form = (
    <Form
      record={{ id: 1, publish_time }}
      onSubmit={(values: { publish_time?: unknown }) => void saved.push(values.publish_time)}
    >
      <MomentInput source="publish_time" validate={[]} />
      <button type="submit">保存</button>
    </Form>
  );
  const { user } = await show(form);
  const input = await screen.findByRole('textbox');
  const save = () => user.click(screen.getByRole('button', { name: '保存' }));
  return { user, input: input as HTMLInputElement, save, saved };
}
const iso = (year: number, month: number, day: number, hour: number, minute: number) =>
  toIsoSeconds(new Date(year, month - 1, day, hour, minute));

it('shows a time as the lists do, and saves it untouched with its seconds', async () => {
  const { input, save, saved } = await open('2026-11-21T01:30:45Z');
  expect(input.value).toMatch(/^2026-11-2\d \d\d:30$/);
  await save();
  await waitFor(() => expect(saved).toEqual(['2026-11-21T01:30:45Z']));
});

it.each([
  ['2026-11-21 09:30', iso(2026, 11, 21, 9, 30)],
  ['2026/1/5 9:05', iso(2026, 1, 5, 9, 5)],
  ['2026年1月5日', iso(2026, 1, 5, 0, 0)],
])('reads %s', async (typed, expected) => {
  const { user, input, save, saved } = await open();
  await user.type(input, typed);
  await save();
  await waitFor(() => expect(saved).toEqual([expected]));
  expect(input.value).toMatch(/^2026-\d\d-\d\d \d\d:\d\d$/);
});

it('day C5: a time that an input method wrote in full width is read', async () => {
  const { user, input, save, saved } = await open();
  await user.type(input, '２０２６－１－５　９：３０');
  await save();
  await waitFor(() => expect(saved).toEqual([iso(2026, 1, 5, 9, 30)]));
  expect(input.value).toBe('2026-01-05 09:30');
});

it.each(['明天', '2026-02-31 09:30', '2026-11-21 25:00'])(
  'refuses %s, and says how a time is written',
  async (typed) => {
    const { user, input, save, saved } = await open();
    await user.type(input, typed);
    await save();
    await screen.findByText('请填写时间，例如 2026-11-21 09:30');
    expect(input.value).toBe(typed);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(saved).toEqual([]);
  },
);

it('is emptied', async () => {
  const { user, input, save, saved } = await open('2026-11-21T01:30:45Z');
  await user.clear(input);
  await save();
  await waitFor(() => expect(saved).toEqual([null]));
});

async function openDay() {
  const saved: unknown[] = [];
  const { birthday } = user.fields;
  const form = (
    <Form
      record={{ id: 1, birthday: '' }}
      onSubmit={(values: { birthday?: unknown }) => void saved.push(values.birthday)}
    >
      <InputOf field={birthday} name="birthday" isNew={false} />
      <button type="submit">保存</button>
    </Form>
  );
  const shown = await show(form);
  const input = (await screen.findByRole('textbox')) as HTMLInputElement;
  return { ...shown, input, saved, save: () => shown.user.click(screen.getByRole('button', { name: '保存' })) };
}

it.each([
  ['1990-02-03', '1990-02-03'],
  ['1990/2/3', '1990-02-03'],
  ['1990年2月3日', '1990-02-03'],
])('a birthday is typed as %s too, and kept as a day', async (typed, day) => {
  const { user, input, save, saved } = await openDay();
  expect([input.type, input.placeholder]).toEqual(['text', '年-月-日']);
  await user.type(input, typed);
  await save();
  await waitFor(() => expect(saved).toEqual([day]));
  expect(input.value).toBe(day);
});

it.each([
  ['1899-12-31', formatsZh.format_birthday],
  ['2999-01-01', formatsZh.format_birthday],
  ['昨天', formatsZh.format_day],
])('a birthday of %s is refused', async (typed, why) => {
  const { user, input, save, saved } = await openDay();
  await user.type(input, typed);
  await save();
  await screen.findByText(why);
  expect(saved).toEqual([]);
});

/** A year that is this one is not told. */
const year = `${new Date().getFullYear()}-`;

/** The filter by date of a list that is filtered by nothing else, and what it has filtered the list by. */
async function openRange(filter = {}) {
  let filters: unknown;
  const List = () => {
    const list = useList<RaRecord>({ data: [], filter });
    filters = list.filterValues;
    return (
      <ListContextProvider value={list}>
        <TimeRange resource={articleResource} />
      </ListContextProvider>
    );
  };
  const { user } = await show(<List />);
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('combobox'));
    await user.click(await screen.findByRole('option', { name }));
  };
  return { user, choose, filters: () => filters };
}

it.each([
  ['今天', 'today'],
  ['近 7 天', 'week'],
  ['近 30 天', 'month'],
])('B6: %s is kept as a word, which an address has from one day to the next', async (preset, range) => {
  const { choose, filters } = await openRange({ from: '2026-01-02T00:00:00Z' });
  await choose(preset);
  await waitFor(() => expect(filters()).toEqual({ range }));
  expect(screen.getByRole('combobox').textContent).toBe(`发布时间: ${preset}`);
  await choose('全部');
  await waitFor(() => expect(filters()).toEqual({}));
});

it.each([
  ['2026-11-22', new Date(2026, 10, 22, 23, 59, 59)],
  ['2026-11-22 00:00', new Date(2026, 10, 22, 0, 0, 59)],
])('B6: a span to %s has all of that day or minute', async (typed, end) => {
  const { user, choose, filters } = await openRange();
  await choose('自定义');
  await user.type(await screen.findByRole('textbox', { name: '开始时间' }), '2026-11-22{Enter}');
  await user.type(screen.getByRole('textbox', { name: '结束时间' }), `${typed}{Enter}`);
  await waitFor(() => expect(filters()).toEqual({ from: iso(2026, 11, 22, 0, 0), to: toIsoSeconds(end) }));
});

it('B6: a span that ends before it begins is told at its field, and filters nothing until it is mended', async () => {
  const { user, choose, filters } = await openRange();
  await choose('自定义');
  const from = await screen.findByRole('textbox', { name: '开始时间' });
  await user.type(from, '2026-11-20{Enter}');
  const to = screen.getByRole('textbox', { name: '结束时间' });
  await user.type(to, '2026-11-10{Enter}');
  await screen.findByText(/^结束时间不能早于开始时间/);
  expect(to.getAttribute('aria-invalid')).toBe('true');
  expect(filters()).toEqual({ from: iso(2026, 11, 20, 0, 0) });
  await user.clear(from);
  await user.type(from, '2026-11-05{Enter}');
  const mended = { from: iso(2026, 11, 5, 0, 0), to: toIsoSeconds(new Date(2026, 10, 10, 23, 59, 59)) };
  await waitFor(() => expect(filters()).toEqual(mended));
  expect(screen.queryByText(/^结束时间不能早于开始时间/)).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('combobox').textContent).toBe('2026-11-05 – 11-10'.replace(year, ''));
});

it('B6: a word that is no time is told with an example once one leaves it', async () => {
  const { user, choose, filters } = await openRange();
  await choose('自定义');
  await user.type(await screen.findByRole('textbox', { name: '开始时间' }), '昨天');
  expect(screen.queryByText(formatsZh.format_time)).toBeNull();
  await user.tab();
  await screen.findByText(formatsZh.format_time);
  expect(filters()).toEqual({});
});

it('B6: the closed filter shows the days that one chose, and opens again', async () => {
  const { user, choose } = await openRange();
  await choose('自定义');
  await user.type(await screen.findByRole('textbox', { name: '开始时间' }), '2020-01-02{Enter}{Escape}');
  await waitFor(() => expect(screen.getByRole('combobox').textContent).toBe('发布时间: 2020-01-02 起'));
  await choose('自定义');
  expect(await screen.findByRole('textbox', { name: '开始时间' })).toHaveProperty('value', '2020-01-02 00:00');
  await user.type(screen.getByRole('textbox', { name: '结束时间' }), '2020-02-03{Enter}{Escape}');
  // The year of both stands once.
  await waitFor(() => expect(screen.getByRole('combobox').textContent).toBe('2020-01-02 – 02-03'));
});
