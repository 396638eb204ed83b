import { autoGroup, saveConfig, sysConfig } from './calls/config.ts';
import type { Entity } from './entity.ts';
import { int } from './fields.ts';

// Each is one record without a table, whose fields are the items that the back end has.
const screen = { label: 'id', fields: { version: int({ computed: true }) } } as const;

/** What the system brings: one form of all its items. */
export const systemConfig = {
  ...screen,
  name: 'system_config',
  title: '系统配置',
  screen: '/systemConfig',
  calls: { list: sysConfig, update: saveConfig },
} as const satisfies Entity;

/** The operator's own items: a form for each group. */
export const autoConfig = {
  ...screen,
  name: 'auto_config',
  title: '自定义配置',
  screen: autoGroup.screen,
  calls: { list: autoGroup, update: saveConfig },
} as const satisfies Entity;
