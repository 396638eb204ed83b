import { configGroup } from '../../contract/entities/configGroup.ts';
import { configItem } from '../../contract/entities/configItem.ts';
import { InvalidInput } from '../core/errors.ts';
import type { Handlers } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { addRefTitles } from '../engine/list/refTitles.ts';
import { readConfig, saveConfig, shownValue } from './config.ts';
import { addItem, changeItem, extensionGroup, extensionGroups, removeGroup, removeItem } from './configExtend.ts';

/** Accepts a list of items as `sysConfig` answers it, or a map by name. */
function byName(config: unknown): Record<string, unknown> {
  if (config === undefined || config === null) return {};
  if (typeof config !== 'object') throw new InvalidInput({ config: { key: 'field_kind' } });
  if (!Array.isArray(config)) return { ...config };
  const entries = config.map((item) => [item?.en_name, item?.value]);
  if (entries.some(([name]) => typeof name !== 'string')) throw new InvalidInput({ config: { key: 'field_kind' } });
  return Object.fromEntries(entries);
}

export const configHandlers = {
  'base.Config/sysConfig': async ({ db }) => (await readConfig(db)) as never,

  'base.Config/saveConfig': (context, { config, version, clear, ...named }) =>
    saveConfig(context, {
      given: { ...byName(config), ...named },
      clear: (clear ?? '').split(',').filter(Boolean),
      version,
    }),

  'base.Config/autoGroup': async ({ db }) => (await extensionGroups(db)) as never,

  'base.Config/autoGroupConfig': async ({ db }, { gid }) =>
    (await readConfig(db, (await extensionGroup(db, gid)).id)) as never,

  'base.Config/expendConfig': async (context) => {
    const { db } = context;
    const groups = await extensionGroups(db);
    const items = await lifecycle.readAll(context, configItem);
    const shown = items.map((item) => ({ ...item, ...shownValue(item) }));
    await addRefTitles(db, configItem, shown);
    return groups.map((group) => ({ ...group, items: shown.filter(({ groupId }) => groupId === group.id) })) as never;
  },

  'base.Config/editExtendGroup': async (context, { id, ...changes }: { id: number }) => {
    await extensionGroup(context.db, id);
    return lifecycle.update(context, configGroup, id, changes);
  },
  'base.Config/deleteExtendGroup': (context, { gid }: { gid: number }) => removeGroup(context, gid),
  'base.Config/addExpendConfig': (context, draft: Record<string, unknown>) => addItem(context, draft),
  'base.Config/editExpendConfig': (context, { id, ...changes }: { id: number }) => changeItem(context, id, changes),
  'base.Config/deleteExpendConfig': (context, { id }: { id: number }) => removeItem(context, id),
} satisfies Partial<Handlers>;
