import type { DataProvider, RaRecord } from 'ra-core';
import { autoGroupConfig, saveConfig, sysConfig } from '../../contract/calls/config.ts';
import { autoConfig } from '../../contract/configScreens.ts';
import { attachMessage, replyMessageOf } from '../../dataProvider/transport/envelope.ts';
import { features, http } from '../services/services.ts';
import { cleared, decoded, encoded, type Item, itemsOf, versionOf } from './items.ts';

type Values = Record<string, unknown>;

export interface ConfigRecord extends RaRecord {
  items: Item[];
  version: number;
}

async function read(resource: string, gid: number): Promise<ConfigRecord> {
  const isAuto = resource === autoConfig.name;
  const items = itemsOf(await (isAuto ? http.call(autoGroupConfig, { gid }) : http.call(sysConfig)));
  return {
    ...Object.fromEntries(items.map((item) => [item.en_name, decoded(item)])),
    id: gid,
    items,
    version: versionOf(items),
  };
}

/** Empty secrets are unchanged and not sent; secrets to clear are sent by name. */
async function save(data: Values, previous: ConfigRecord): Promise<RaRecord> {
  const { items } = previous;
  const isCleared = ({ en_name, type }: Item) => type === 'secret' && data[en_name] === cleared;
  const changed = items.filter((item) => {
    const value = data[item.en_name];
    if (value === undefined || isCleared(item)) return false;
    return encoded(item, value) !== encoded(item, previous[item.en_name]);
  });
  const values = Object.fromEntries(changed.map((item) => [item.en_name, encoded(item, data[item.en_name])]));
  const clear = items.filter(isCleared).map(({ en_name }) => en_name);
  const reply = await http.call(saveConfig, {
    ...values,
    ...(clear.length > 0 && { clear: clear.join(',') }),
    ...(features.has('version') && { version: previous.version }),
  });
  const secrets = items.filter(({ type }) => type === 'secret').map(({ en_name }) => [en_name, '']);
  const saved = { version: reply?.version ?? previous.version, id: previous.id, items };
  return attachMessage({ ...previous, ...data, ...Object.fromEntries(secrets), ...saved }, replyMessageOf(reply));
}

/** The configuration as a record, or one record for each group, so that the usual form edits it. */
export const configProvider = {
  getOne: async (resource: string, { id }: { id: unknown }) => ({ data: await read(resource, Number(id)) }),
  update: async (_resource: string, { data, previousData }: { data: Values; previousData: ConfigRecord }) => ({
    data: await save(data, previousData),
  }),
} as unknown as DataProvider;
