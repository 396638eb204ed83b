import { screen, waitFor } from '@testing-library/react';
import { Form, ListContextProvider, type RaRecord, useList } from 'ra-core';
import { expect, it } from 'vitest';
import { user } from '../../contract/entities/user.ts';
import { formatsZh } from '../../contract/formats.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { InputOf } from '../../src/fields/InputOf.tsx';
import { MomentInput } from '../../src/fields/MomentInput.tsx';
import { TimeRange } from '../../src/logs/TimeRange.tsx';
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

/** The filter by date of a list that is filtered by nothing, and what it has filtered the list by. */
async function openRange() {
  let filters: unknown;
  const List = () => {
    const list = useList<RaRecord>({ data: [] });
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

it.each(['今天', '近 7 天', '近 30 天'])('B6: %s ends with today', async (preset) => {
  const { choose, filters } = await openRange();
  await choose(preset);
  const end = new Date();
  end.setHours(23, 59, 59, 0);
  await waitFor(() => expect(filters()).toEqual({ from: expect.any(String), to: toIsoSeconds(end) }));
  expect(screen.getByRole('combobox').textContent).toContain(preset);
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
