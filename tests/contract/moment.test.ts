import { expect, onTestFinished, test, vi } from 'vitest';
import { isBirthday, readMoment } from '../../contract/moment.ts';

test.each([
  ['2026-01-05 09:30', [2026, 1, 5, 9, 30, 0]],
  ['2026/1/5 9:30:15', [2026, 1, 5, 9, 30, 15]],
  ['2026年1月5日', [2026, 1, 5, 0, 0, 0]],
  ['2026-12-31 23:59:59', [2026, 12, 31, 23, 59, 59]],
  ['2024-02-29', [2024, 2, 29, 0, 0, 0]],
  ['20261201', [2026, 12, 1, 0, 0, 0]],
  ['２０２６１２０１', [2026, 12, 1, 0, 0, 0]],
  ['2026。12。1', [2026, 12, 1, 0, 0, 0]],
  ['1000-01-01', [1000, 1, 1, 0, 0, 0]],
])('%s is a time', (text, moment) => {
  expect(readMoment(text)).toEqual(moment);
});

test.each([
  '2026-01-05 24:00',
  '2026-01-05 23:60',
  '2026-01-05 23:59:60',
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0999-12-31',
  '5 January 2026',
  '20261301',
  '202612011',
  '',
])('“%s” is no time', (text) => {
  expect(readMoment(text)).toBeUndefined();
});

test('a birthday is a day from 1900 to today', () => {
  const days = ['1900-01-01', '1899-12-31', '2000-02-30', '2000/2/3', '2000-02-03', '2999-01-01'];
  expect(days.filter(isBirthday)).toEqual(['1900-01-01', '2000-02-03']);
  // Where the day is latest, it is the 29th already.
  vi.useFakeTimers({ now: Date.parse('2026-11-28T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  expect(['2026-11-28', '2026-11-29', '2026-11-30'].map(isBirthday)).toEqual([true, true, false]);
});
