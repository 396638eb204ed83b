import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Identity } from '../../authProvider/index.ts';
import { TotpDialog } from '../../src/account/TotpDialog.tsx';
import { show } from '../support/screen.tsx';

const uri = 'otpauth://totp/Site:wang?issuer=Site&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&period=30';
const recovery = Array.from({ length: 10 }, (_, at) => `abcd${at}-efgh${at}`);
const wrong = (errors: Record<string, string>) => ({ code: 0, msg: '提交的内容有误', data: { errors } });

/** The dialog before a back end that answers these in turn, and begins where there are none left; with what was sent. */
async function open({ totp = false, recovery_left = 0 }, ...replies: object[]) {
  const sent: (string | null)[][] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const form = new URLSearchParams(body);
    sent.push(['action', 'code'].map((name) => form.get(name)));
    return new Response(JSON.stringify({ code: 1, msg: '', data: { uri, recovery }, ...replies.shift() }));
  });
  const onClose = vi.fn();
  const identity = { username: 'wang', totp, recovery_left } as Identity;
  const shown = await show(<TotpDialog identity={identity} isOpen onClose={onClose} />);
  const { user } = shown;
  return {
    ...shown,
    sent,
    onClose,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    type: async (label: RegExp, text: string) => user.type(await screen.findByLabelText(label), text),
  };
}

describe('the second factor', () => {
  it('is turned on: recovery codes, QR code and secret, and the first code', async () => {
    const { user, press, sent, onClose, toasts } = await open({});
    expect(screen.getByRole('dialog', { name: '身份验证器' }).textContent).toContain('未开启');
    await press('开启身份验证器');

    const list = within(await screen.findByRole('list', { name: '恢复码' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recovery);
    expect(screen.getByRole('alert').textContent).toContain('只显示这一次');
    await press('复制');
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '已复制' }]));
    expect(await navigator.clipboard.readText()).toBe(`${recovery.join('\n')}\n`);
    await press('我已保存，下一步');

    expect(screen.getByRole('img', { name: '身份验证器的二维码' })).toBeDefined();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined();
    const code = screen.getByLabelText(/验证码/, { selector: 'input' });
    const attributes = ['autocomplete', 'inputmode'].map((name) => code.getAttribute(name));
    expect([document.activeElement === code, ...attributes]).toEqual([true, 'one-time-code', 'numeric']);
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent.slice(0, 2)).toEqual([
      ['begin', null],
      ['confirm', '123456'],
    ]);
  });

  it('stays with the QR code where the first code is wrong', async () => {
    const { press, type, onClose } = await open({}, {}, wrong({ code: '验证码错误或已使用' }));
    await press('开启身份验证器');
    await screen.findByRole('list', { name: '恢复码' });
    await press('我已保存，下一步');
    await type(/^验证码/, '000000{Enter}');
    await screen.findByText('验证码错误或已使用');
    expect(screen.getByRole('img', { name: '身份验证器的二维码' })).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('tells how many recovery codes are left, and when it is time for new ones', async () => {
    const { unmount } = await open({ totp: true, recovery_left: 8 });
    expect(screen.getByRole('alert').textContent).toBe('已开启，剩余 8 个恢复码');
    unmount();
    await open({ totp: true, recovery_left: 2 });
    expect(screen.getByRole('alert').textContent).toMatch(/^已开启，剩余 2 个恢复码恢复码快用完了/);
  });

  it('is changed with new recovery codes', async () => {
    const { press, sent, onClose } = await open({ totp: true, recovery_left: 8 });
    await press('更换验证器');
    await screen.findByRole('list', { name: '恢复码' });
    expect(sent).toEqual([['begin', null]]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is turned off after a question', async () => {
    const { user, press, sent, onClose } = await open({ totp: true, recovery_left: 8 });
    await press('关闭身份验证器');
    const question = await screen.findByRole('dialog', { name: '关闭身份验证器？' });
    expect(sent).toEqual([]);
    await user.click(within(question).getByRole('button', { name: '关闭身份验证器' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent[0]).toEqual(['end', null]);
  });
});
