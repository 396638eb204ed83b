import { message as messageEntity } from '../../contract/entities/message.ts';
import * as crud from '../crud.ts';
import type { Database } from '../database/index.ts';
import { CallError, type FieldErrors, InvalidInput } from '../errors.ts';
import { configValues } from './config.ts';
import { checkParams } from './contentParams.ts';
import { takeAttempt } from './limits.ts';
import { networkOf } from './networkOf.ts';
import { shownColumns } from './siteTree.ts';
import { readAgent } from './userAgent.ts';

interface Sent {
  col_id: number;
  name?: string;
  mobile?: string;
  email?: string;
  content?: string;
  data?: Record<string, unknown>;
}

const perPeer = { most: 5, seconds: 10 * 60 };

/**
 * Keeps a visitor's message to a column of messages.
 * @throws InvalidInput for what its column's parameters refuse, as `data.<name>`; CallError `message_off`, `too_many`
 */
export async function receiveMessage(
  database: Database,
  { data, ...sent }: Sent,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<void> {
  const { db } = database;
  const { message_status } = await configValues(db, ['message_status']);
  if (message_status !== '1') throw new CallError('message_off');
  const column = (await shownColumns(db)).find(({ id }) => id === sent.col_id);
  if (column?.model !== 'message') throw new InvalidInput({ col_id: { key: 'field_no_record' } });
  const { values, errors } = await checkParams(db, { cid: sent.col_id, sid: 0 }, data);
  const refused: FieldErrors = Object.fromEntries(Object.entries(errors).map(([name, at]) => [`data.${name}`, at]));
  const isEmpty = ![sent.content, ...Object.keys(values)].some((part) => part?.trim());
  if (isEmpty && Object.keys(refused).length === 0) refused.content = { key: 'field_required' };
  if (Object.keys(refused).length > 0) throw new InvalidInput(refused);

  await takeAttempt(database, { [`message:${networkOf(ip)}`]: perPeer });
  const { os, browser } = readAgent(userAgent);
  const device = [os, browser].filter(Boolean).join(' / ').slice(0, 60);
  await database.transaction((tx) =>
    crud.create({ db: tx, admin: null, note: () => {} }, messageEntity, { ...sent, data: values, ip, device }),
  );
}
