import { get, post } from '../call.ts';
import { configGroup } from '../entities/configGroup.ts';
import { itemTypes } from '../entities/configItem.ts';
import { template } from '../entities/template.ts';
import { choice, flag, int, items, json, longtext, ref, text } from '../fields.ts';
import { patterns } from '../formats.ts';

/** The value is always text, and empty for a secret. */
const configItemFields = {
  id: int({ required: true }),
  groupId: ref('config_group'),
  en_name: text(60, { required: true }),
  zh_name: text(60, { required: true }),
  value: longtext(),
  type: choice(itemTypes),
  options: longtext(),
  tip: text(200),
  sort: int({ required: true }),
  /** The version of the whole configuration: the same for every item. */
  version: int({ required: true }),
  /** Whether the item has a value, because a secret's value is never sent. */
  is_set: flag(),
  kind: choice(configGroup.fields.kind.values),
} as const;

/** Items are identified by name, because back ends number them differently. */
const itemList = { apart: ['en_name'], pairs: ['en_name', 'value'], returns: [configItemFields] } as const;

export const sysConfig = get('base.Config/sysConfig', { ...itemList, title: '系统配置' });

/**
 * Saves items by name, or a list as `config`: all or none, and only while the configuration still has `version`. An
 * empty value keeps a secret; `clear` names the secrets to empty, separated by commas. Secrets, and what says where they
 * are sent, need a confirmed identity.
 */
export const saveConfig = post('base.Config/saveConfig', {
  title: '保存配置',
  writes: true,
  confirmed: 'sometimes',
  readBy: sysConfig.path,
  open: true,
  params: { config: json<unknown>()({ writeOnly: true }), version: int({ min: 0 }), clear: text(500) },
  returns: { saved: int({ required: true }), version: int({ required: true }) },
});

const groupFields = { id: int({ required: true }), title: text(60), ident: text(120), sort: int() } as const;

export const autoGroup = get('base.Config/autoGroup', {
  title: '自定义配置分组',
  screen: '/autoConfig',
  returns: [groupFields],
});

export const autoGroupConfig = get('base.Config/autoGroupConfig', {
  title: '自定义配置项',
  screen: autoGroup.screen,
  params: { gid: int({ required: true, min: 1 }) },
  ...itemList,
});

export const expendConfig = get('base.Config/expendConfig', {
  title: '扩展配置',
  screen: configGroup.screen,
  returns: [{ ...groupFields, items: items(configItemFields) }],
  holds: { name: 'items', owner: 'groupId' },
});

/** In milliseconds. A failed test is answered only after this time: its duration must not reveal an open port. */
export const testMs = 8000;
const timeoutMs = 20_000;
const test = { writes: true, timeoutMs, throttled: true, extension: 'config' } as const;

export const testSms = post('base.Config/testSms', {
  ...test,
  title: '发送测试短信',
  params: { to: text(30, { required: true }) },
});
export const testMail = post('base.Config/testMail', {
  ...test,
  title: '发送测试邮件',
  params: { to: text(120, { required: true, pattern: patterns.email }) },
});

export const useTemplate = post('base.Config/useTemplate', {
  title: '使用模板',
  writes: true,
  screen: template.screen,
  extension: 'config',
  params: { id: int({ required: true, min: 1 }) },
});
