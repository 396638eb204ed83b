import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { systemConfig } from '../../contract/configScreens.ts';
import { ad } from '../../contract/entities/ad.ts';
import { article } from '../../contract/entities/article.ts';
import { operationLog } from '../../contract/entities/logs.ts';
import { extensions } from '../../contract/extensions.ts';
import type { Field } from '../../contract/fields.ts';
import { AgreementPage } from '../../src/config/AgreementPage.tsx';
import { ConfigForm } from '../../src/config/ConfigScreen.tsx';
import { listFields } from '../../src/fields/listFields.tsx';
import { useWebInfo } from '../../src/navigation/siteBrand.tsx';
import { AdState } from '../../src/resources/ad.tsx';
import { Result } from '../../src/resources/operationLog.tsx';
import { features, http } from '../../src/services/services.ts';
import { show } from '../support/screen.tsx';

beforeEach(() => {
  features.learn([]);
  sessionStorage.clear();
  return () => features.learn(extensions);
});
const item = (en_name: string, value: string) => ({ id: 1, en_name, zh_name: en_name, value, groupId: 1, sort: 0 });

/** The calls that went out, each with its parameters; this answers them. */
function answering(answer: (path: string) => unknown) {
  const asked: [string, unknown][] = [];
  vi.spyOn(http, 'call').mockImplementation((async ({ path }: { path: string }, params: unknown) => {
    asked.push([path.split('/')[1] ?? '', params]);
    return answer(path);
  }) as never);
  return asked;
}

describe('C6: what a plain back end does not tell', () => {
  it('is no failure: a log row without a code', async () => {
    const field = operationLog.fields.code as Field;
    await show(<Result field={field} name="code" record={{ id: 1 }} />);
    expect(document.body.textContent).not.toMatch(/失败|成功|code/);
  });

  it.each([
    [{}, '投放中'],
    [{ status: 1 }, '投放中'],
    [{ status: 0 }, '已停用'],
    [{ end_time: '2020-01-01T00:00:00Z' }, '已结束'],
  ])('does not stop an advertisement: %j is %s', async (told, word) => {
    await show(<AdState field={ad.fields.status as Field} name="live" record={{ id: 1, ...told }} />);
    expect(document.body.textContent).toContain(word);
  });

  it('does not show an advertisement as waiting once its time has come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const start_time = new Date(Date.now() + 5000).toISOString();
    await show(<AdState field={ad.fields.status as Field} name="live" record={{ id: 1, start_time }} />);
    expect(document.body.textContent).toContain('未开始');
    await act(async () => vi.advanceTimersByTime(5000));
    expect(document.body.textContent).toContain('投放中');
  });

  it('does not show an advertisement as live once its time is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const end_time = new Date(Date.now() + 5000).toISOString();
    const told = { id: 1, status: 1, live: 1, end_time };
    await show(<AdState field={ad.fields.status as Field} name="live" record={told} />);
    expect(document.body.textContent).toContain('投放中');
    await act(async () => vi.advanceTimersByTime(5000));
    expect(document.body.textContent).toContain('已结束');
  });

  it('is no switch that is off', async () => {
    const Flag = listFields.flag;
    await show(<Flag field={article.fields.is_top as Field} name="is_top" record={{ id: 1, title: 'a' }} />);
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('is not saved as the agreement, and that is said at its field', async () => {
    const asked = answering((path) => (path.endsWith('sysConfig') ? [item('agreement_title', '协议')] : null));
    const { user } = await show(<AgreementPage />);
    const content = await screen.findByRole('textbox', { name: /协议标题/ });
    await user.type(content, '！');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(asked).toContainEqual(['saveConfig', { agreement_title: '协议！' }]));
  });

  it('is not saved where the back end has no such item', async () => {
    const asked = answering((path) => (path.endsWith('sysConfig') ? [item('agreement_content', '<p>a</p>')] : null));
    const { user } = await show(<AgreementPage />);
    await user.type(await screen.findByRole('textbox', { name: /协议标题/ }), '协议');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('后端的配置里没有这一项，因此没有保存。请管理员先在后端添加它。');
    expect(asked.map(([name]) => name)).not.toContain('saveConfig');
  });
});

it('C6: title and logo of the site are asked for once; what the configuration shows of them is in the frame', async () => {
  let title = '旧名';
  const asked = answering((path) => {
    if (path.endsWith('saveConfig')) title = '新名';
    return path.endsWith('sysConfig') ? [item('web_title', title)] : { web_title: title, web_logo: '' };
  });
  const Title = () => <h1>{useWebInfo().web_title}</h1>;
  const form = (
    <>
      <Title />
      <ConfigForm entity={systemConfig} id={1} address="/systemConfig" />
    </>
  );
  const { user } = await show(form);
  await screen.findByRole('heading', { name: '旧名' });
  const field = await screen.findByDisplayValue('旧名');
  await user.clear(field);
  await user.type(field, '新名');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByRole('heading', { name: '新名' });
  expect(asked.filter(([name]) => name === 'webInfo')).toHaveLength(1);
});
