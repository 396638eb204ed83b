import { languageCodes } from '../../contract/languages.ts';
import { basePath } from '../../contract/paths.ts';
import { configValues } from '../config/config.ts';
import { isoFromNow, latestPlausibleTime, writeZoned } from '../core/clock.ts';
import { CallError } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import { networkOf } from '../core/network.ts';
import { hashToken, newToken } from '../core/tokens.ts';
import { readAgent } from '../core/userAgent.ts';
import { usingReserve } from '../database/reserve.ts';
import type { Db } from '../database/tables.ts';
import type { AppServices, RequestInfo, SideEffects } from '../engine/callContext.ts';
import { logOperation } from '../engine/write/transaction.ts';
import { isMailSetUp, sendMail } from '../messaging/mail.ts';
import { forgetDevice } from './knownDevices.ts';
import { countOne } from './limits.ts';
import { endPreviews } from './session.ts';

const lifeMs = 7 * 24 * 3600_000;
/** Limits the mails to one administrator, so that whoever has the password cannot fill the mailbox. */
const mails = { most: 20, seconds: 24 * 3600 };

type Context = AppServices & RequestInfo;

/** Prepares the notice of a sign-in from an unknown device, in its transaction. The mail follows the reply. */
export async function notifyNewDevice(
  db: Db,
  context: Context & SideEffects,
  { adminId, session, device }: { adminId: number; session: string; device: string },
): Promise<void> {
  const admin = await db.selectFrom('admin').select('email').where('id', '=', adminId).executeTakeFirstOrThrow();
  if (admin.email === '' || !(await isMailSetUp(db))) return;
  const token = newToken();
  await db.deleteFrom('new_session').where('expires', '<', isoFromNow(0)).execute();
  await db
    .insertInto('new_session')
    .values({
      token_hash: hashToken(token),
      session_hash: hashToken(session),
      admin_id: adminId,
      device,
      ip: context.ip,
      user_agent: context.userAgent.slice(0, 300),
      create_time: isoFromNow(0),
      expires: isoFromNow(lifeMs),
    })
    .execute();
  context.later('devices', () => sendNotice(context, token));
}

async function sendNotice(context: Context & SideEffects, token: string): Promise<void> {
  const { database, secrets } = context;
  const { db } = database;
  const found = await db
    .selectFrom('new_session')
    .innerJoin('admin', 'admin.id', 'new_session.admin_id')
    .leftJoin('preference', (join) =>
      join.onRef('preference.admin_id', '=', 'admin.id').on('preference.name', '=', 'locale'),
    )
    .select(['admin.id', 'username', 'email', 'value', 'ip', 'user_agent', 'device', 'new_session.create_time'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  // The transaction of the sign-in was rolled back.
  if (!found) return;
  const { count } = await database.transaction((tx) => countOne(tx, `device-mail:${found.id}`, mails.seconds));
  if (count === mails.most + 1) context.warn('devices', `${found.username} gets no more mails about new devices today`);
  // Whoever gets no mail now gets one at the next sign-in.
  const forget = () => database.transaction((tx) => forgetDevice(tx, found.id, found.device));
  if (count > mails.most) return forget();
  // The owner's preference comes first, because the language may be that of a thief's browser.
  const language = languageCodes.find((code) => JSON.stringify(code) === found.value) ?? context.language;
  const { web_title, console_url } = await configValues(db, ['web_title', 'console_url']);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const values = {
    title: inLine(web_title) || 'rTop Admin',
    username: inLine(found.username),
    time: `${writeZoned(found.create_time, zone)} (${zone})`,
    agent: agentOf(found.user_agent) || message(language, 'device_unknown'),
    ip: found.ip,
    link: console_url && `${withScheme(console_url)}${basePath}/EndSession#${token}`,
  };
  const advice = message(language, values.link ? 'device_mail_link' : 'device_mail_no_link', values);
  const mail = {
    to: found.email,
    subject: message(language, 'device_mail_subject', values),
    text: message(language, 'device_mail_text', { ...values, advice }),
  };
  await sendMail(db, secrets, mail).catch(async (error) => {
    await forget();
    throw error;
  });
}

/** The URL is from the configuration, because whoever signs in writes the Host header. */
const withScheme = (url: string) => `${/^https?:/.test(url) ? '' : 'https://'}${url.replace(/\/$/, '')}`;
const inLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
/** The sender wrote the browser's name. If it has no dots and slashes, no mail program makes a link of it. */
const agentOf = (header: string) =>
  [readAgent(header).browser, readAgent(header).os]
    .map((name) => name.replace(/[^\p{L}\p{N} ]+/gu, ' ').trim())
    .filter(Boolean)
    .join(' · ');

const living = (db: Db, token: string) =>
  db
    .selectFrom('new_session')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires', '>', isoFromNow(0))
    .where('expires', '<=', latestPlausibleTime(lifeMs));

/** @throws CallError `link_over`, whether the link was never made, used or too old */
export async function readNewSession(db: Db, token: string) {
  const found = await living(db, token).executeTakeFirst();
  if (!found) throw new CallError('link_over');
  const { ip, user_agent, create_time } = found;
  return { ip, create_time, ...readAgent(user_agent) };
}

/**
 * Whoever has the mail can end that session and nothing else: the account, its other sessions and its password stay as
 * they are (docs/decisions.md).
 * @throws CallError `link_over`
 */
export async function endNewSession(context: Context, token: string): Promise<void> {
  const started = performance.now();
  await usingReserve(() =>
    context.database.transaction(async (db) => {
      const link = await living(db, token).executeTakeFirst();
      const used = await db.deleteFrom('new_session').where('token_hash', '=', hashToken(token)).executeTakeFirst();
      if (!link || Number(used.numDeletedRows) === 0) throw new CallError('link_over');
      const { admin_id, session_hash, device, ip } = link;
      await db.deleteFrom('session').where('token_hash', '=', session_hash).execute();
      await endPreviews(db, admin_id);
      await forgetDevice(db, admin_id, device);
      const network = db.deleteFrom('known_network').where('admin_id', '=', admin_id);
      await network.where('network', '=', networkOf(ip)).execute();
      const about = { target: 'admin', target_id: admin_id, after: { ended: ip } };
      await logOperation(db, { ...context, admin: null }, { params: { token }, started }, [about]);
    }),
  );
}
