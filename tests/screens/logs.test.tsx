import { screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { saveConfig, sysConfig } from '../../contract/calls/config.ts';
import { loggedCommands } from '../../contract/entities/logs.ts';
import { user } from '../../contract/entities/user.ts';
import { calls, isOperationLogged } from '../../contract/index.ts';
import { ContentStateChip } from '../../src/content/contentResource.tsx';
import type { ShowProps } from '../../src/declaration/common.ts';
import { AdminName } from '../../src/fields/AdminName.tsx';
import { listFields } from '../../src/fields/listFields.tsx';
import { LoggedTarget } from '../../src/logs/LoggedTarget.tsx';
import { VisitedContent, VisitorName } from '../../src/logs/VisitedContent.tsx';
import { AdState } from '../../src/resources/ad.tsx';
import { LoggedAdmin, OperationName, Result } from '../../src/resources/operationLog.tsx';
import { Guards } from '../../src/resources/rule.tsx';
import { Level } from '../../src/resources/runLog.tsx';
import { VisitRow } from '../../src/screen/relatedLists.tsx';
import { http } from '../../src/services/services.ts';
import { fakeAuth, show } from '../support/screen.tsx';

const logged = [
  ...[...calls.values()].map(({ call }) => call).filter(isOperationLogged),
  ...Object.entries(loggedCommands).map(([path, title]) => ({ path, title })),
];
const titles = logged.map(({ title }) => title);
const shown = (
  <ul>
    {logged.map(({ path, title }) => (
      <li key={path}>
        <OperationName field={{ kind: 'text' }} name="title" record={{ id: 1, path, title }} />
      </li>
    ))}
  </ul>
);

it('what the operation log can hold is named in English, each otherwise', async () => {
  await show(shown, { locale: 'en' });
  const words = (await screen.findAllByRole('listitem')).map((item) => item.textContent);
  expect(words).toContain('Set as home page');
  expect(words.filter((text) => /[\u4e00-\u9fff]/.test(text ?? '') || !text)).toEqual([]);
  expect(new Set(words).size).toBe(new Set(titles).size);
});

it('and in Chinese as the log has it', async () => {
  await show(shown);
  expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual(titles);
});

it('B8: states have one style, and a colour only where they want attention', async () => {
  const ad = { id: 1, status: 1, start_time: null, end_time: null };
  const states: [Show: ComponentType<ShowProps>, name: string, record: ShowProps['record']][] = [
    ...[0, 1].map((status) => [listFields.choice, 'status', { id: 1, status }] as (typeof states)[number]),
    ...[0, 1].map((status) => [ContentStateChip, 'status', { id: 2, status }] as (typeof states)[number]),
    [AdState, 'live', { ...ad, live: 1 }],
    [AdState, 'live', { ...ad, live: 0, status: 0 }],
    [Guards, 'guards', { id: 1, guards: 'call' }],
    [Result, 'code', { id: 1, code: 1 }],
    ...['debug', 'info'].map((level) => [Level, 'level', { id: 1, level }] as (typeof states)[number]),
    [Guards, 'guards', { id: 1, guards: 'nothing' }],
    [Level, 'level', { id: 1, level: 'warn' }],
    [Level, 'level', { id: 1, level: 'error' }],
    [Result, 'code', { id: 1, code: 0 }],
  ];
  const list = states.map(([Show, name, record]) => (
    <li key={`${name} ${JSON.stringify(record)}`}>
      <Show field={{ kind: 'choice' }} name={name} record={record} />
    </li>
  ));
  await show(<ul>{list}</ul>);
  const items = await screen.findAllByRole('listitem');
  const chips = items.map((item) => [...(item.querySelector('.MuiChip-root')?.classList ?? [])]);
  for (const chip of chips) expect(chip).toEqual(expect.arrayContaining(['MuiChip-outlined', 'MuiChip-sizeSmall']));
  const colors = chips.map((chip) => chip.find((name) => /^MuiChip-color[A-Z][a-z]+$/.test(name))?.slice(13));
  expect(colors).toEqual([...Array(10).fill('Default'), 'Warning', 'Warning', 'Error', 'Error']);
});

it('day B10: an administrator is named by nickname, in the log with the user name, and with it alone where there is no nickname', async () => {
  await show(
    <ul>
      <li>
        <LoggedAdmin field={{ kind: 'text' }} name="username" record={{ id: 1, username: 'wang', nickname: '小王' }} />
      </li>
      <li>
        <LoggedAdmin field={{ kind: 'text' }} name="username" record={{ id: 1, username: 'wang', nickname: '' }} />
      </li>
      <li>
        <AdminName username="wang" nickname="小王" />
      </li>
      <li>
        <AdminName username="wang" />
      </li>
    </ul>,
  );
  const items = await screen.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['小王 (wang)', 'wang', '小王', 'wang']);
  expect(items[2]?.querySelector('span')?.title).toBe('wang');
});

it.each([
  ['all', ['#7', '阿茶', '春茶']],
  [['/content'], ['#7', '春茶']],
  [[user.screen], ['阿茶']],
])('B5: a visit of somebody who may open %j leads to that alone', async (rules, names) => {
  const record = { id: 1, model: 'article', content_id: 7, user_id: 3, username: '阿茶', title: '春茶' };
  const visit = (
    <>
      <VisitedContent field={{ kind: 'int' }} name="content_id" record={record} />
      <VisitorName field={{ kind: 'text' }} name="username" record={record} />
      <VisitRow record={record} />
    </>
  );
  await show(visit, { auth: fakeAuth({ rules: rules as string[] | 'all' }) });
  await waitFor(() => expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(names));
  const paths = { '#7': '/content/article/7', 阿茶: `${user.screen}/3`, 春茶: '/content/article/7' };
  for (const [name, path] of Object.entries(paths))
    expect(screen.queryByRole('link', { name })?.getAttribute('href') ?? 'none').toBe(
      names.includes(name) ? `/rTopAdmin${path}` : 'none',
    );
});

it.each([
  [[sysConfig.path], ['System config Backup time', 'Extension setting Service hours', 'Extension setting #50']],
  [[], ['Extension setting #48', 'Extension setting #49', 'Extension setting #50']],
])('a setting that was saved is named for who may read it: with the rules %j', async (rules, names) => {
  const items = [
    { id: 48, en_name: 'backup_time', zh_name: '备份时刻', kind: 'system' },
    { id: 49, en_name: 'hours', zh_name: 'Service hours', kind: 'extend' },
  ];
  const spy = vi.spyOn(http, 'call').mockResolvedValue(items as never);
  onTestFinished(() => spy.mockRestore());
  const log = [48, 49, 50].map((target_id) => (
    <li key={target_id}>
      <LoggedTarget
        field={{ kind: 'text' }}
        name="target"
        record={{ id: target_id, path: saveConfig.path, target: 'config_item', target_id }}
      />
    </li>
  ));
  await show(<ul>{log}</ul>, { locale: 'en', auth: fakeAuth({ rules }) });
  await waitFor(() => expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(names));
});
