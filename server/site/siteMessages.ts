import { message as messageEntity } from '../../contract/entities/message.ts';
import { peerLimits, takeAttempt } from '../auth/limits.ts';
import { configValues } from '../config/config.ts';
import { CallError, type FieldErrors, InvalidInput } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import { readAgent } from '../core/userAgent.ts';
import type { Database, Db } from '../database/tables.ts';
import { checkParams } from '../engine/kinds/contentParams.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { sendMail } from '../messaging/mail.ts';
import { shownColumns } from './siteTree.ts';

interface Sent {
  col_id: number;
  name?: string;
  mobile?: string;
  email?: string;
  content?: string;
  data?: Record<string, unknown>;
}

interface Notification extends Sent {
  mailTo: string;
  column: string;
}

const perPeer = { most: 5, seconds: 10 * 60 };

/** @returns the notification to send. @throws InvalidInput at `data.<name>`; CallError `message_off`, `too_many` */
export async function receiveMessage(
  database: Database,
  { data, ...sent }: Sent,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<Notification> {
  const { db } = database;
  const { message_status, message_mail_to } = await configValues(db, ['message_status', 'message_mail_to']);
  if (message_status !== '1') throw new CallError('message_off');
  const column = (await shownColumns(db)).find(({ id }) => id === sent.col_id);
  if (column?.model !== 'message') throw new InvalidInput({ col_id: { key: 'field_no_record' } });
  const { values, errors } = await checkParams(db, { cid: sent.col_id, sid: 0 }, data);
  const refused: FieldErrors = Object.fromEntries(Object.entries(errors).map(([name, at]) => [`data.${name}`, at]));
  const isEmpty = ![sent.content, ...Object.keys(values)].some((part) => part?.trim());
  if (isEmpty && Object.keys(refused).length === 0) refused.content = { key: 'field_required' };
  if (Object.keys(refused).length > 0) throw new InvalidInput(refused);

  await takeAttempt(database, peerLimits('message', ip, perPeer));
  const { os, browser } = readAgent(userAgent);
  const device = [os, browser].filter(Boolean).join(' / ').slice(0, 60);
  await database.transaction((tx) =>
    lifecycle.create({ db: tx, admin: null, note: () => {} }, messageEntity, { ...sent, data: values, ip, device }),
  );
  return { ...sent, data: values, mailTo: message_mail_to, column: column.title };
}

/** Notifies of a message by mail, in the product's first language. */
export function notifyByMail(db: Db, secrets: Secrets, { mailTo, column, ...sent }: Notification): Promise<void> {
  const { name, mobile, email, content, data = {} } = sent;
  const lines = Object.entries({ 姓名: name, 电话: mobile, 邮箱: email, ...data, 内容: content })
    .filter(([, value]) => value)
    .map(([label, value]) => `${label}：${typeof value === 'object' ? JSON.stringify(value) : value}`);
  return sendMail(db, secrets, { to: mailTo, subject: `新留言：${column}`, text: lines.join('\n') });
}
