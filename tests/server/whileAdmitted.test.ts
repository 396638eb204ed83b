import { expect, onTestFinished, test, vi } from 'vitest';
import { whileAdmitted } from '../../server/backup/whileAdmitted.ts';

test('secure A9: a download ends when its account does', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  async function* slowly() {
    for (const letter of 'abcd') {
      yield Buffer.from(letter);
      now += 2500;
    }
  }
  const read: string[] = [];
  const download = async () => {
    const asking = async () => {
      if (read.length > 2) throw new Error('the account has ended');
    };
    for await (const chunk of whileAdmitted(slowly(), asking)) read.push(String(chunk));
  };
  await expect(download()).rejects.toThrow('the account has ended');
  expect(read).toEqual(['a', 'b', 'c']);
});
