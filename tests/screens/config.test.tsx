import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { extensions } from '../../contract/extensions.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { AutoConfigPage } from '../../src/config/AutoConfigPage.tsx';
import { SystemConfigPage } from '../../src/config/ConfigScreen.tsx';
import { templateResource } from '../../src/resources/template.tsx';
import { features, http } from '../../src/services/services.ts';
import { TemplateCards } from '../../src/templates/TemplateCards.tsx';
import { fakeAuth, fakeProvider, show } from '../support/screen.tsx';

beforeEach(() => {
  sessionStorage.clear();
  features.learn(extensions);
});

type Answers = Record<string, unknown>;

/** A back end that answers these calls, and what it was sent. */
function answering(answers: Answers) {
  const sent: { path: string; params: unknown }[] = [];
  const spy = vi.spyOn(http, 'call').mockImplementation((async ({ path }: Call, params: unknown) => {
    sent.push({ path, params });
    const answer = answers[path];
    if (answer instanceof Error) throw answer;
    return answer ?? null;
  }) as never);
  onTestFinished(() => spy.mockRestore());
  return sent;
}
const saved = (sent: { path: string; params: unknown }[]) =>
  sent.filter(({ path }) => path === 'base.Config/saveConfig').map(({ params }) => params);
const item = (en_name: string, rest: object = {}) => ({
  id: 1,
  en_name,
  zh_name: en_name,
  value: '',
  type: 'text',
  options: '',
  tip: '',
  sort: 0,
  version: 4,
  is_set: 0,
  kind: 'system',
  ...rest,
});
const save = { name: '保存' };

it('an item without a name, or with one that came before, is left out: it could not be saved', async () => {
  const rows = [item('web_title', { value: '茶' }), item('web_title', { value: '酒' }), item(''), item('')];
  answering({ 'base.Config/sysConfig': rows });
  await show(<SystemConfigPage />);
  await screen.findByRole('button', save);
  expect(screen.getAllByRole('textbox').map((input) => (input as HTMLInputElement).value)).toEqual(['茶']);
});

it('the system’s items stand in groups, each in the input of its type, and only what changed is sent', async () => {
  const sent = answering({
    'base.Config/sysConfig': [
      item('web_title', { zh_name: '网站标题', value: '茶' }),
      item('web_status', { zh_name: '网站开放', type: 'flag', value: '1' }),
      item('upload_image_type', { zh_name: '图片类型', type: 'choices', options: 'jpg\npng', value: 'jpg' }),
      item('agreement_title', { zh_name: '用户协议标题' }),
      item('own', { zh_name: '自己的', kind: 'extend' }),
    ],
    'base.Config/saveConfig': { saved: 1, version: 5 },
  });
  const { user } = await show(<SystemConfigPage />);
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['网站', '上传']);
  await user.type(screen.getByRole('textbox', { name: '网站标题' }), '园');
  await user.click(screen.getByRole('tab', { name: '上传' }));
  await user.click(screen.getByRole('checkbox', { name: 'png' }));
  await user.click(screen.getByRole('button', save));
  await waitFor(() => expect(saved(sent)).toEqual([{ web_title: '茶园', upload_image_type: 'jpg,png', version: 4 }]));
});

it('an item is called and explained in the console’s language', async () => {
  answering({ 'base.Config/sysConfig': [item('log_days', { zh_name: '日志保留天数', type: 'number', value: '180' })] });
  await show(<SystemConfigPage />, { locale: 'en' });
  expect(await screen.findByRole('textbox', { name: 'Days to keep logs' })).toBeDefined();
  expect(screen.getByText('At least 30; 0 keeps them forever')).toBeDefined();
});

it.each([
  ['that someone else saved first', {}, /^配置已被他人修改，下面是不同之处。/],
  [
    'B8: who saved first, where the back end tells it',
    { by: { username: 'lin', time: '2026-03-04T05:06:07Z' } },
    /^lin 已于 2026-03-0\d \d\d:06 修改配置，下面是不同之处。/,
  ],
])('%s is said of the configuration, with both values', async (_, data, sentence) => {
  const answers: Answers = {
    'base.Config/sysConfig': [item('web_title', { zh_name: '网站标题', value: '茶' })],
    'base.Config/saveConfig': new CallFailure('stale', '配置已被他人修改', 200, data),
  };
  answering(answers);
  const { user } = await show(<SystemConfigPage />);
  await user.type(await screen.findByRole('textbox', { name: '网站标题' }), '园');
  answers['base.Config/sysConfig'] = [item('web_title', { zh_name: '网站标题', value: '水', version: 5 })];
  await user.click(screen.getByRole('button', save));
  const notice = await screen.findByText(/下面是不同之处/);
  expect(notice.textContent).toMatch(sentence);
  expect(screen.getByRole('cell', { name: '水' })).toBeDefined();
});

it('B8: a draft that is put back over a newer configuration says who saved that; what is typed then stands beside it', async () => {
  const answers: Answers = {
    'base.Config/sysConfig': [item('web_title', { zh_name: '网站标题', value: '茶' })],
    'base.Data/lastEdit': { username: 'lin', time: '2026-03-04T05:06:07Z' },
  };
  const sent = answering(answers);
  const before = await show(<SystemConfigPage />);
  await before.user.type(await screen.findByRole('textbox', { name: '网站标题' }), '园');
  await waitFor(() => expect(sessionStorage.getItem('rtop.unsaved')).toContain('茶园'));
  before.unmount();
  answers['base.Config/sysConfig'] = [item('web_title', { zh_name: '网站标题', value: '水', version: 5 })];
  const { user } = await show(<SystemConfigPage />);
  const notice = await screen.findByText(/^lin 已于 2026-03-0\d \d\d:06 修改配置，下面是不同之处。/);
  expect(notice).toBeDefined();
  expect(sent.find(({ path }) => path === 'base.Data/lastEdit')?.params).toEqual({ entity: 'system_config', id: 1 });
  await user.type(screen.getByRole('textbox', { name: '网站标题' }), '子');
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['网站标题', '茶园子', '水']);
});

it('B8: who is refused again sees what was saved since, and once it is saved the form is as any other', async () => {
  const saved = (value: string, version: number) => [item('web_title', { zh_name: '网站标题', value, version })];
  const refused = new CallFailure('stale', '配置已被他人修改', 200);
  const answers: Answers = { 'base.Config/sysConfig': saved('茶', 1), 'base.Config/saveConfig': refused };
  const sent = answering(answers);
  const { user } = await show(<SystemConfigPage />);
  const title = await screen.findByRole('textbox', { name: '网站标题' });
  await user.type(title, '园');
  answers['base.Config/sysConfig'] = saved('水', 5);
  await user.click(screen.getByRole('button', save));
  await screen.findByRole('cell', { name: '水' });
  answers['base.Config/sysConfig'] = saved('火', 6);
  await user.click(screen.getByRole('button', { name: '用我的覆盖' }));
  await screen.findByRole('cell', { name: '火' });
  answers['base.Config/saveConfig'] = null;
  answers['base.Config/sysConfig'] = saved('茶园', 7);
  await user.click(screen.getByRole('button', { name: '用我的覆盖' }));
  await waitFor(() => expect(screen.queryByText(/下面是不同之处/)).toBeNull());
  await user.type(title, '子');
  await user.click(screen.getByRole('button', save));
  const saves = sent.filter(({ path }) => path === 'base.Config/saveConfig');
  expect(saves.map(({ params }) => params)).toMatchObject([
    { web_title: '茶园', version: 1 },
    { web_title: '茶园', version: 5 },
    { web_title: '茶园', version: 6 },
    { web_title: '茶园子', version: 7 },
  ]);
});

it('B8: an address leads to a tab of the configuration', async () => {
  answering({ 'base.Config/sysConfig': [item('web_title', {}), item('smtp_host', {})] });
  await show(<SystemConfigPage />, { path: '/systemConfig?tab=mail' });
  expect((await screen.findByRole('tab', { name: '邮件' })).getAttribute('aria-selected')).toBe('true');
});

it('a refusal is marked at its field and said nowhere else', async () => {
  const errors = { web_title: '不可以' };
  answering({
    'base.Config/sysConfig': [item('web_title', { zh_name: '网站标题' })],
    'base.Config/saveConfig': new CallFailure('invalid', '有误', 200, { errors }),
  });
  const { user, toasts } = await show(<SystemConfigPage />);
  await user.type(await screen.findByRole('textbox', { name: '网站标题' }), '茶');
  await user.click(screen.getByRole('button', save));
  await screen.findByText('不可以');
  expect(toasts()).toEqual([]);
  expect(screen.getByRole('button', save)).toHaveProperty('disabled', false);
  const asked = answering({ 'base.Config/saveConfig': new CallFailure('refused', '现在不可以', 200) });
  await user.click(screen.getByRole('button', save));
  await waitFor(() => expect(saved(asked)).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', save)).toHaveProperty('disabled', false));
  expect(toasts()).toEqual([]);
});

it('A9: a secret that is asked for again says so at its input, and goes out with the next save', async () => {
  const answers: Answers = {
    'base.Config/sysConfig': [
      item('smtp_host', { zh_name: '邮件服务器', value: 'a.example.com' }),
      item('smtp_password', { zh_name: '邮件密码', type: 'secret', is_set: 1 }),
    ],
    'base.Config/saveConfig': new CallFailure('invalid', '有误', 200, { errors: { smtp_password: '请重新填写' } }),
  };
  const sent = answering(answers);
  const { user } = await show(<SystemConfigPage />);
  const host = await screen.findByRole('textbox', { name: '邮件服务器' });
  await user.clear(host);
  await user.type(host, 'b.example.com');
  await user.click(screen.getByRole('button', save));
  await screen.findByText('请重新填写');
  const input = screen.getByLabelText('邮件密码');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  await user.type(input, 'secret');
  answers['base.Config/saveConfig'] = { saved: 2, version: 5 };
  await user.click(screen.getByRole('button', save));
  await waitFor(() => expect(saved(sent)[1]).toMatchObject({ smtp_host: 'b.example.com', smtp_password: 'secret' }));
});

it('a secret is not sent where it is left empty, and named where it is cleared', async () => {
  const secret = item('sms_secret_key', { zh_name: '密钥', type: 'secret', is_set: 1 });
  const sent = answering({
    'base.Config/sysConfig': [secret, item('sms_sign', { zh_name: '签名' })],
    'base.Config/saveConfig': { saved: 1, version: 5 },
  });
  const { user } = await show(<SystemConfigPage />);
  await user.type(await screen.findByRole('textbox', { name: '签名' }), '茶');
  await user.click(screen.getByRole('button', save));
  await waitFor(() => expect(saved(sent)).toEqual([{ sms_sign: '茶', version: 4 }]));
  await user.click(screen.getByRole('button', { name: '清除密钥' }));
  await user.click(screen.getByRole('button', { name: '撤销清除密钥' }));
  await user.click(screen.getByRole('button', { name: '清除密钥' }));
  await user.click(screen.getByRole('button', save));
  await waitFor(() => expect(saved(sent)[1]).toMatchObject({ clear: 'sms_secret_key' }));
});

it('a secret that is typed stands in no storage of the browser', async () => {
  answering({
    'base.Config/sysConfig': [item('sms_secret_key', { zh_name: '密钥', type: 'secret' }), item('web_name')],
  });
  const { user } = await show(<SystemConfigPage />);
  await user.click(await screen.findByRole('tab', { name: '短信' }));
  await user.type(screen.getByLabelText('密钥'), 'typed-secret');
  await user.click(screen.getByRole('tab', { name: '网站' }));
  await user.type(screen.getByRole('textbox', { name: 'web_name' }), 'typed name');
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('typed name'));
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('typed-secret');
});

it('of custom groups the first is chosen and its items are loaded', async () => {
  const sent = answering({
    'base.Config/autoGroup': [
      { id: 7, title: '客服' },
      { id: 9, title: '门户' },
    ],
    'base.Config/autoGroupConfig': [item('hotline', { zh_name: '热线', value: '400', kind: 'extend' })],
  });
  await show(<AutoConfigPage />, { path: '/autoConfig' });
  expect(await screen.findByRole('textbox', { name: '热线' })).toHaveProperty('value', '400');
  expect(sent.find(({ path }) => path === 'base.Config/autoGroupConfig')?.params).toEqual({ gid: 7 });
});

it('items of which nothing but their values is told have the names that are known here', async () => {
  features.learn([]);
  answering({
    'base.Config/sysConfig': [
      { en_name: 'web_title', value: '茶' },
      { en_name: 'theirs', value: 'x' },
    ],
  });
  await show(<SystemConfigPage />);
  expect(await screen.findByRole('textbox', { name: '网站标题' })).toHaveProperty('value', '茶');
  expect(screen.getByText('显示在后台菜单和浏览器标签上')).toBeDefined();
});

it('a secret that a back end tells is not shown, and is kept by a save of the rest', async () => {
  features.learn([]);
  const told = [
    { en_name: 'web_title', zh_name: '标题', value: '茶' },
    { en_name: 'smtp_password', zh_name: '密码', value: 'told-secret', type: 'text' },
  ];
  const sent = answering({ 'base.Config/sysConfig': told, 'base.Config/saveConfig': null });
  const { user } = await show(<SystemConfigPage />);
  await user.type(await screen.findByRole('textbox', { name: '标题' }), '园');
  expect(document.body.innerHTML).not.toContain('told-secret');
  for (const input of document.querySelectorAll('input')) expect(input.value).not.toContain('told-secret');
  await user.click(screen.getByRole('button', save));
  await waitFor(() => expect(saved(sent)).toEqual([{ web_title: '茶园' }]));
});

it('a back end that speaks only the specification has the same screens, without what it lacks', async () => {
  features.learn([]);
  const told = { en_name: 'web_title', zh_name: '标题', value: '茶', sort: 0 };
  const sent = answering({
    'base.Config/sysConfig': [told, { en_name: 'theirs', zh_name: '他们的', value: 'x', sort: 1 }],
    'base.Config/saveConfig': null,
  });
  const { user } = await show(<SystemConfigPage />);
  await user.type(await screen.findByRole('textbox', { name: '标题' }), '园');
  await user.click(screen.getByRole('tab', { name: '其他' }));
  expect(screen.getByRole('textbox', { name: '他们的' })).toHaveProperty('value', 'x');
  await user.click(screen.getByRole('button', save));
  await waitFor(() => expect(saved(sent)).toEqual([{ web_title: '茶园' }]));
});

it.each([
  ['with templates of its own offers another one', extensions, 1],
  ['that speaks only the specification shows its templates, and offers no other', [], 0],
])('a back end %s', async (_what, offered, buttons) => {
  features.learn(offered);
  const templates = [{ id: 1, title: '默认', thumb: '', path: 'index.html', device: 'mobile' }];
  const provider = fakeProvider({ getAll: async () => templates });
  const auth = fakeAuth({ rules: 'all' });
  await show(<TemplateCards resource={templateResource} />, { provider, auth, path: '/tempIndex' });
  await screen.findByRole('link', { name: '编辑 默认' });
  expect(screen.getByText('手机')).toBeDefined();
  await waitFor(() => expect(screen.queryAllByRole('button', { name: '使用 默认' })).toHaveLength(buttons));
});
