import { InvalidInput } from '../errors.ts';
import { readConfig, saveConfig } from '../services/config.ts';
import type { Handlers } from '../unit.ts';

/** A list of items as `sysConfig` answers it, or a map, by name. */
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

  'base.Config/saveConfig': (context, { config, version, ...named }) =>
    saveConfig(context, { ...byName(config), ...named }, version),
} satisfies Partial<Handlers>;
