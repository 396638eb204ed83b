import { get, post } from '../call.ts';
import { paramTypes } from '../entities/contentParam.ts';
import { choice, flag, int, json, longtext, ref, text } from '../fields.ts';

/** An item as it is read: its value is text, whatever its type. `version` is that of the last save that changed it. */
const configItemFields = {
  id: int({ required: true }),
  groupId: ref('config_group'),
  en_name: text(60, { required: true }),
  zh_name: text(60, { required: true }),
  value: longtext(),
  type: choice([...paramTypes, 'secret']),
  options: longtext(),
  tip: text(200),
  sort: int({ required: true }),
  version: int({ required: true }),
  /** Whether an item has a value: that of a secret is never sent. */
  is_set: flag(),
} as const;

/** Every configuration item, not paged; the highest `version` among them is that of the whole configuration. */
export const sysConfig = get('base.Config/sysConfig', { title: '系统配置', returns: [configItemFields] });

/** An empty value of a secret keeps the old one. Saves items by name, or a list of them as `config`; all or nothing, only while the configuration has `version`. */
export const saveConfig = post('base.Config/saveConfig', {
  title: '保存配置',
  writes: true,
  open: true,
  params: { config: json<unknown>()({ writeOnly: true }), version: int({ min: 0 }) },
  returns: { saved: int({ required: true }), version: int({ required: true }) },
});
