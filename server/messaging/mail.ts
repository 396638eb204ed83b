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

type Server = Record<(typeof names)[number], string>;

/** The address to send from; empty where no mail can be sent. */
const senderOf = ({ smtp_host, smtp_user, smtp_from }: Server) => smtp_host && (smtp_from || smtp_user);

export const isMailSetUp = async (db: Db): Promise<boolean> => senderOf(await configValues(db, names)) !== '';

/** A password is sent only encrypted or within this machine. @throws CallError `mail_off`; Error of the server */
export async function sendMail(
  db: Db,
  secrets: Secrets,
  { to, subject, text }: Mail,
  maxMs = longestMs,
): Promise<void> {
  const server = await configValues(db, names);
  const from = senderOf(server);
  if (!from) throw new CallError('mail_off');
  const { smtp_host: host, smtp_user: user } = server;
  const pass = openConfigSecret(secrets, server.smtp_password);
  const port = configNumber('smtp_port', server.smtp_port);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: port === tlsPort,
    requireTLS: port !== tlsPort && !isLoopback(host),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 1000,
    // A mail's content must not load files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user && pass && { auth: { user, pass } }),
  });
  try {
    const signal = AbortSignal.timeout(maxMs);
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, signal });
  } finally {
    transport.close();
  }
}

/** Whether connections to this host stay within this machine. A host name that begins with 127 may be anyone's. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
