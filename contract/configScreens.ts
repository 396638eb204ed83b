import { autoGroup, saveConfig, sysConfig } from './calls/config.ts';
import type { Entity } from './entity.ts';
import { html, int, text } from './fields.ts';

// Each screen is one record without a table. Its fields are the back end's configuration items.
const screen = { label: 'id', fields: { version: int({ computed: true }) } } as const;

export const systemConfig = {
  ...screen,
  name: 'system_config',
  title: '系统配置',
  screen: '/systemConfig',
  calls: { list: sysConfig, update: saveConfig },
} as const satisfies Entity;

export const autoConfig = {
  ...screen,
  name: 'auto_config',
  title: '自定义配置',
  screen: autoGroup.screen,
  calls: { list: autoGroup, update: saveConfig },
} as const satisfies Entity;

export const agreement = {
  name: 'agreement',
  title: '用户协议',
  screen: '/xieyi',
  label: 'title',
  fields: { title: text(200, { required: true }), content: html(), version: int({ computed: true }) },
  calls: { list: sysConfig, update: saveConfig },
} as const satisfies Entity;

/** Configuration items that cannot be emptied. The value names the item that cannot be saved without it. */
export const neededItems: Readonly<Record<string, string>> = { agreement_title: 'agreement_content' };

export const agreementItems = { title: 'agreement_title', content: 'agreement_content' } as const;
