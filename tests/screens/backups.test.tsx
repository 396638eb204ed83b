import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Returned } from '../../contract/call.ts';
import type { listBackups } from '../../contract/calls/backup.ts';
import { BackupsPage } from '../../src/backups/BackupsPage.tsx';
import { features, http } from '../../src/services/services.ts';
import { show } from '../support/screen.tsx';

/** The page of a site that has no backup yet, with a schedule. */
async function open(isDue: 0 | 1, locale: string) {
  const list: Returned<typeof listBackups> = {
    backups: [],
    is_on: 1,
    zone: 'Asia/Shanghai',
    next: '2026-10-16T19:30:00Z',
    is_due: isDue,
    has_passphrase: 1,
    free: 2 ** 30,
  };
  features.learn(['backups']);
  const spy = vi.spyOn(http, 'call').mockResolvedValue(list as never);
  onTestFinished(() => spy.mockRestore());
  await show(<BackupsPage />, { path: '/backup', locale });
}

it.each([
  ['zh', '第一份马上开始。', '马上开始'],
  ['en', 'The first one starts in a moment.', 'starts in a moment'],
])(
  'right after the schedule is switched on, the page says that the first backup begins (%s)',
  async (locale, hint, soon) => {
    await open(1, locale);
    expect(await screen.findByText(hint)).toBeDefined();
    expect(screen.getByText(soon)).toBeDefined();
  },
);

it('while none is due, the page says when the next one is', async () => {
  await open(0, 'zh');
  expect(await screen.findByText(/服务器时区 Asia\/Shanghai/)).toBeDefined();
  expect(screen.queryByText(/马上/)).toBeNull();
});
