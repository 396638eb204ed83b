import { get, post } from '../call.ts';
import { configGroup } from '../entities/configGroup.ts';
import { itemTypes } from '../entities/configItem.ts';
import { choice, flag, int, items, json, longtext, ref, text } from '../fields.ts';
import { patterns } from '../formats.ts';

/** An item as it is read: its value is text, whatever its type, and empty of a secret. */
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
  /** That of the whole configuration: the same for each. */
  version: int({ required: true }),
  /** Whether an item has a value: that of a secret is never sent. */
  is_set: flag(),
  /** Of its group: what the system brings, or an extension. */
  kind: choice(configGroup.fields.kind.values),
} as const;

/** An item is known by its name, whatever number a back end gives it. */
const itemList = { apart: ['en_name'], pairs: ['en_name', 'value'], returns: [configItemFields] } as const;

/** Every configuration item, not paged. */
export const sysConfig = get('base.Config/sysConfig', { ...itemList, title: '系统配置' });

/**
 * Saves items by name, or a list of them as `config`; all or nothing, only while the configuration has `version`. An
 * empty value of a secret keeps the old one; `clear` names those that are to be emptied, comma-joined.
 */
export const saveConfig = post('base.Config/saveConfig', {
  title: '保存配置',
  writes: true,
  open: true,
  params: { config: json<unknown>()({ writeOnly: true }), version: int({ min: 0 }), clear: text(500) },
  returns: { saved: int({ required: true }), version: int({ required: true }) },
});

const groupFields = { id: int({ required: true }), title: text(60), ident: text(120), sort: int() } as const;

/** The groups of the operator's own configuration. */
export const autoGroup = get('base.Config/autoGroup', {
  title: '自定义配置分组',
  screen: '/autoConfig',
  returns: [groupFields],
});

/** The items of one of them. */
export const autoGroupConfig = get('base.Config/autoGroupConfig', {
  title: '自定义配置项',
  screen: autoGroup.screen,
  params: { gid: int({ required: true, min: 1 }) },
  ...itemList,
});

/** The same groups with their items, as those who make them see them. */
export const expendConfig = get('base.Config/expendConfig', {
  title: '扩展配置',
  screen: configGroup.screen,
  returns: [{ ...groupFields, items: items(configItemFields) }],
});

/**
 * How long a test may take, in milliseconds. One that fails is answered when that is over, whyever it fails: neither its
 * words nor its time tell whether a port is open.
 */
export const testMs = 8000;
const timeoutMs = 20_000;
const test = { writes: true, timeoutMs, throttled: true, extension: 'config' } as const;

/** Sends one message with the configuration as it is saved; the run log tells why where that fails. */
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
