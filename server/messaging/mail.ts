import { isIPv4 } from 'node:net';
import { configNumber, configValues, openConfigSecret } from '../config/config.ts';
import { CallError } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Db } from '../database/tables.ts';

const names = ['smtp_host', 'smtp_port', 'smtp_user', 'smtp_password', 'smtp_from'] as const;
const tlsPort = 465;
const timeoutMs = 10_000;
/** For the whole dialogue, because a server that answers byte by byte never reaches an idle timeout. */
const longestMs = 30_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Whether there is a server to send by, and an address to send from. */
export async function isMailSetUp(db: Db): Promise<boolean> {
  const { smtp_host, smtp_user, smtp_from } = await configValues(db, ['smtp_host', 'smtp_user', 'smtp_from']);
  return Boolean(smtp_host && (smtp_from || smtp_user));
}

/** A password is sent only encrypted or within this machine. @throws CallError `mail_off`; Error of the server */
export async function sendMail(
  db: Db,
  secrets: Secrets,
  { to, subject, text }: Mail,
  mostMs = longestMs,
): Promise<void> {
  const { smtp_host: host, smtp_port, smtp_user: user, smtp_from, ...sealed } = await configValues(db, names);
  const from = smtp_from || user;
  if (!host || !from) throw new CallError('mail_off');
  const pass = openConfigSecret(secrets, sealed.smtp_password);
  const port = configNumber('smtp_port', smtp_port);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...{ host, port, secure: port === tlsPort, requireTLS: port !== tlsPort && !isLoopback(host) },
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    socketCloseTimeout: 1000,
    // A mail's content must not load files or URLs.
    ...{ disableFileAccess: true, disableUrlAccess: true },
    ...(user && pass && { auth: { user, pass } }),
  });
  try {
    const signal = AbortSignal.timeout(mostMs);
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, signal });
  } finally {
    transport.close();
  }
}

/** Whether connections to this host stay within this machine. A host name that begins with 127 may be anyone's. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
