import { createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** A mail server that takes all it is sent, and has no encrypted line. */
export interface MailServer {
  port: number;
  /** All that clients said, a line each. */
  said: string[];
  /** The mails as they came, headers and text. */
  mails: string[];
  stop(): Promise<void>;
}

/** As much of RFC 5321 as a client needs to hand over a mail. */
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
      if (mail && line !== '.') mail.push(line);
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
    ...{ said, mails },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
