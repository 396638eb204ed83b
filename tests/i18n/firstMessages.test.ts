import { expect, test } from 'vitest';
import { createFirstI18nProvider, lateTexts } from '../../i18n/index.ts';

test('in the default language the first screen has its texts at once, and those of forms when these are asked for', async () => {
  const { translate } = await createFirstI18nProvider('zh');
  const late = () => translate('tags.title', { _: 'not yet' });
  expect([translate('ra.action.save', { _: 'not yet' }), late()]).toEqual(['保存', 'not yet']);
  await lateTexts();
  expect(late()).toBe('标签');
});

test('texts of forms that come after another language was chosen leave that language', async () => {
  const provider = await createFirstI18nProvider('zh');
  await provider.changeLocale('en');
  await lateTexts();
  expect([provider.getLocale(), provider.translate('tags.title')]).toEqual(['en', 'Tags']);
});

test('any other language has all of its texts at once', async () => {
  const { translate } = await createFirstI18nProvider('en');
  expect(translate('tags.title')).toBe('Tags');
});
