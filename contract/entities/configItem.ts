import { get, post } from '../call.ts';
import { optionsOfChoice } from '../contradictions.ts';
import { entity } from '../entity.ts';
import { choice, longtext, ref, text } from '../fields.ts';
import { patterns } from '../formats.ts';
import { paramTypes } from './contentParam.ts';

export const itemTypes = [...paramTypes, 'secret'] as const;

/** `writeOnly`, because the value may be a secret that must not get into the operation log. */
const value = longtext({ max: 20_000, writeOnly: true });

/** An item of the operator's own configuration. Its value is always text, whatever its type. */
export const configItem = entity('config_item', {
  title: '扩展配置',
  screen: '/expandConfig',
  menu: { group: 'system', icon: 'extension', title: 'titles.expandConfig' },
  label: 'zh_name',
  unsearched: true,
  maxRecords: { count: 200, per: 'groupId' },
  named: ['groupId', 'zh_name', 'en_name', 'sort'],
  fields: {
    zh_name: text(60, { required: true }),
    en_name: text(60, { required: true, pattern: patterns.item, unique: true }),
    groupId: ref('config_group', { required: true, filter: true }),
    type: choice(itemTypes, { default: 'text' }),
    /** One option per line. */
    options: longtext({ max: 20_000 }),
    tip: text(200),
    value: longtext({ max: 20_000 }),
  },
  checks: [optionsOfChoice],
  calls: {
    list: get('base.Config/expendConfig', { whole: true, within: { name: 'items', owner: 'groupId' } }),
    create: post('base.Config/addExpendConfig', {
      params: { value },
      with: { groupId: 0, zh_name: '', en_name: '', sort: 0 },
      confirmed: 'sometimes',
    }),
    update: post('base.Config/editExpendConfig', { extension: 'config', params: { value }, confirmed: 'sometimes' }),
    delete: post('base.Config/deleteExpendConfig', { confirmed: 'sometimes' }),
  },
});
