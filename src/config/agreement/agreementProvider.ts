import type { DataProvider, RaRecord } from 'ra-core';
import { saveConfig, sysConfig } from '../../../contract/calls/config.ts';
import { agreementItems } from '../../../contract/configScreens.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { attachMessage, replyMessageOf } from '../../../dataProvider/transport/envelope.ts';
import { features, http } from '../../services/services.ts';
import { itemsOf, versionOf } from '../items.ts';

type Values = Record<string, unknown>;

const id = 1;
const entries = Object.entries(agreementItems);

async function read(): Promise<RaRecord> {
  const items = itemsOf(await http.call(sysConfig));
  const value = (name: string) => String(items.find(({ en_name }) => en_name === name)?.value ?? '');
  const fields = Object.fromEntries(entries.map(([field, name]) => [field, value(name)]));
  return { id, ...fields, version: versionOf(items), listed: items.map(({ en_name }) => en_name) };
}

async function save(data: Values, previous: Values): Promise<RaRecord> {
  const changed = entries.filter(([field]) => data[field] !== previous[field]);
  const listed = previous.listed as string[];
  const unlisted = changed.filter(([, name]) => !listed.includes(name)).map(([field]) => [field, 'form.unlisted']);
  if (unlisted.length > 0) throw new CallFailure('invalid', '', 200, { errors: Object.fromEntries(unlisted) });
  const version = features.has('version') ? { version: Number(previous.version) } : {};
  const values = Object.fromEntries(changed.map(([field, name]) => [name, data[field]]));
  const reply = await http.call(saveConfig, { ...values, ...version }).catch((error) => {
    throw error instanceof CallFailure ? atFields(error) : error;
  });
  const saved = { version: reply?.version ?? previous.version };
  return attachMessage({ ...previous, ...data, ...saved, id }, replyMessageOf(reply));
}

/** Maps the errors of items to the fields of the form. */
function atFields(failure: CallFailure): CallFailure {
  const refused = failure.data.errors as Record<string, string> | undefined;
  if (!refused) return failure;
  const fieldOf = (name: string) => entries.find(([, item]) => item === name)?.[0] ?? name;
  const errors = Object.fromEntries(Object.entries(refused).map(([name, message]) => [fieldOf(name), message]));
  return new CallFailure(failure.kind, failure.sentence, failure.status, { ...failure.data, errors });
}

/** The agreement as a record, so that the usual form edits it. */
export const agreementProvider = {
  getOne: async () => ({ data: await read() }),
  update: async (_resource: string, { data, previousData }: { data: Values; previousData: Values }) => ({
    data: await save(data, previousData),
  }),
} as unknown as DataProvider;
