import { createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** A mail server that takes all mails, except to an address that begins with `refused@`, and offers no encryption. */
export interface MailServer {
  port: number;
  /** All lines that clients sent. */
  said: string[];
  /** The mails as they came, headers and text. */
  mails: string[];
  stop(): Promise<void>;
}

/** Speaks as much of RFC 5321 as a client needs to hand over a mail. */
function serve(socket: Socket, { said, mails }: Pick<MailServer, 'said' | 'mails'>): void {
  let mail: string[] | undefined;
  let rest = '';
  socket.on('error', () => {});
  socket.write('220 stand-in\r\n');
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      said.push(line);
      // The client doubles the dot with which a line begins (RFC 5321, section 4.5.2).
      if (mail && line !== '.') mail.push(line.replace(/^\./, ''));
      else if (mail) {
        mails.push(mail.join('\n'));
        mail = undefined;
        socket.write('250 taken\r\n');
      } else if (/^DATA/i.test(line)) {
        mail = [];
        socket.write('354 go on\r\n');
      } else if (/^RCPT TO:<refused@/i.test(line)) socket.write('550 nobody is called so\r\n');
      else if (/^EHLO/i.test(line)) socket.write('250-stand-in\r\n250 AUTH PLAIN\r\n');
      else if (/^STARTTLS/i.test(line)) socket.write('502 no such thing\r\n');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write('250 well\r\n');
    }
  });
}

export async function startMailServer(): Promise<MailServer> {
  const [said, mails]: [string[], string[]] = [[], []];
  const server = createServer((socket) => serve(socket, { said, mails }));
  return {
    port: await listen(server),
    said,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Decodes a mail, whose encoding its client chooses by how many of its letters are Latin ones. */
export function readMail(mail: string): { subject: string; text: string } {
  const [head = '', ...rest] = mail.split('\n\n');
  const encoded = rest.join('\n\n');
  const isBase64 = /^content-transfer-encoding: base64/im.test(head);
  const text = isBase64
    ? Buffer.from(encoded, 'base64').toString()
    : encoded
        .replace(/=\n/g, '')
        .replace(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
  const words = (/^subject: (.*(?:\n[ \t].*)*)/im.exec(head)?.[1] ?? '').replace(/\?=\n?\s+=\?/g, '?==?');
  const subject = words.replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, how: string, word: string) =>
    how.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString()
      : word
          .replaceAll('_', ' ')
          .replace(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString()),
  );
  return { subject, text: text.trimEnd() };
}
