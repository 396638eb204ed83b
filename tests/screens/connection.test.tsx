import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { connection } from '../../src/services/services.ts';
import { Connection } from '../../src/ui/Connection.tsx';
import { show } from '../support/screen.tsx';

describe('the bar of the connection', () => {
  const said = () => screen.getByRole('status').textContent;

  it('is a polite status that says nothing where all is well', async () => {
    await show(<Connection />);
    expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite');
    expect(said()).toBe('');
  });

  it('tells of a lost line before it offers what could not be loaded without one', async () => {
    const { user } = await show(<Connection />);
    act(() => connection.outdated());
    expect(said()).toContain('后台有新版本');
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(said()).toContain('网络已断开');
    expect(screen.queryByRole('button', { name: '刷新' })).toBeNull();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(said()).toContain('服务器没有正常响应');
    act(() => connection.answered());
    expect(said()).toBe('连接已恢复');
    await waitFor(() => expect(said()).toContain('后台有新版本'));
    await user.click(screen.getByRole('button', { name: '关闭提示' }));
    expect(said()).toBe('');
  });
});
