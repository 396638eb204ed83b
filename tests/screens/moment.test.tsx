import { screen, waitFor } from '@testing-library/react';
import { Form } from 'ra-core';
import { expect, it } from 'vitest';
import { user } from '../../contract/entities/user.ts';
import { formatsZh } from '../../contract/formats.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { InputOf } from '../../src/fields/InputOf.tsx';
import { MomentInput } from '../../src/fields/MomentInput.tsx';
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
