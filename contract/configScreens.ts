import { autoGroup, saveConfig, sysConfig } from './calls/config.ts';
import type { Entity } from './entity.ts';
import { int } from './fields.ts';

// Each screen is one record without a table. Its fields are the back end's configuration items.
const screen = { label: 'id', fields: { version: int({ computed: true }) } } as const;

/** The built-in items in one form. */
export const systemConfig = {
  ...screen,
  name: 'system_config',
  title: '系统配置',
  screen: '/systemConfig',
  calls: { list: sysConfig, update: saveConfig },
} as const satisfies Entity;

/** The operator's own items, with one form for each group. */
export const autoConfig = {
  ...screen,
  name: 'auto_config',
  title: '自定义配置',
  screen: autoGroup.screen,
  calls: { list: autoGroup, update: saveConfig },
} as const satisfies Entity;
