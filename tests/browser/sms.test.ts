import { expect, test, vi } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

// In development the codes are in the server's console.
const server = useServer({ withConsole: true, settings: { smsConsole: true } });
const browser = useBrowser();

test('one signs in with a code that was sent to the phone, which lets in once', async () => {
  const mobile = '13800001234';
  const { id } = await server.data('base.admin/getAdminInfo');
  await server.data('base.admin/editAdmin', { id, mobile, password: server.password });
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const page = await browser.open();
  try {
    await page.goto(`${server.url}/rTopAdmin/Login`);
    await page.getByRole('tab', { name: '短信登录' }).click();
    await page.getByPlaceholder('手机账户').fill(mobile);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByRole('button', { name: /\d+ 秒/ }).waitFor();
    const sent = () => /: (\d{6})$/.exec(said.mock.calls.join('\n'))?.[1];
    await expect.poll(sent).toBeDefined();
    const code = String(sent());
    await page.getByPlaceholder('验证码').fill(code);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/rTopAdmin/home');
    const again = await server.call('auth.auth/login', { username: mobile, verify: code }, { token: '' });
    expect(again.body).toMatchObject({ code: 0 });
  } finally {
    said.mockRestore();
  }
});
