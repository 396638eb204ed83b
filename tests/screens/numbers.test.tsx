import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Form } from 'ra-core';
import { NumberInput } from 'ra-ui-materialui';
import { expect, it } from 'vitest';
import type { Field } from '../../contract/fields.ts';
import { InputOf } from '../../src/fields/InputOf.tsx';
import { articleResource } from '../../src/resources/article.tsx';
import { show } from '../support/screen.tsx';

async function openNumber() {
  const saved: unknown[] = [];
  const form = (
    <Form record={{ id: 1, sort: 100 }} onSubmit={({ sort }: { sort?: unknown }) => void saved.push(sort)}>
      <InputOf field={articleResource.entity.fields.sort as Field} name="sort" isNew={false} />
      <button type="submit">保存</button>
    </Form>
  );
  const { user } = await show(form);
  const input = (await screen.findByRole('textbox')) as HTMLInputElement;
  await user.clear(input);
  return { user, input, saved, save: () => user.click(screen.getByRole('button', { name: '保存' })) };
}

it.each([
  ['1,299', 1299],
  ['１２', 12],
  ['-3', -3],
])('day C5: the number %s is typed and read as people mean it', async (typed, expected) => {
  const { user, input, save, saved } = await openNumber();
  await user.type(input, typed);
  expect(input.value).toBe(typed);
  await save();
  await waitFor(() => expect(saved).toEqual([expected]));
  expect(input.value).toBe(String(expected));
});

it.each([
  ['what is no number', '1,5', '请输入数字'],
  ['a number that would be rounded', '12345678901234567890', '不能大于 1000000000'],
])('day C5: %s is refused as soon as its field is left, and stays as it was typed', async (_what, typed, problem) => {
  const { user, input, save, saved } = await openNumber();
  await user.type(input, typed);
  await user.tab();
  await screen.findByText(problem);
  await save();
  expect([input.value, input.getAttribute('aria-invalid'), saved]).toEqual([typed, 'true', []]);
  await user.clear(input);
  await user.type(input, '15');
  await save();
  await waitFor(() => expect(saved).toEqual([15]));
});

it('day C5: the wheel over react-admin’s own input of numbers takes the focus from it, so that it does not count', async () => {
  const { user } = await show(
    <Form record={{ stock: 100 }}>
      <NumberInput source="stock" />
    </Form>,
  );
  const input = await screen.findByRole('spinbutton');
  await user.click(input);
  expect(document.activeElement).toBe(input);
  fireEvent.wheel(input);
  expect(document.activeElement).not.toBe(input);
});

it('day C5: half of a whole number is refused at its field, and nothing is sent', async () => {
  const { user, input, save, saved } = await openNumber();
  await user.type(input, '1.5');
  await save();
  await screen.findByText('请填写整数，例如 12');
  expect([input.value, saved]).toEqual(['1.5', []]);
});
