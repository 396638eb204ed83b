import { createServer, type Socket } from 'node:net';

/** A mail server that takes all it is sent. */
export interface MailServer {
  port: number;
  /** The mails as they came, headers and text. */
  mails: string[];
  stop(): Promise<void>;
}

/** As much of RFC 5321 as a client needs to hand over a mail. */
function serve(socket: Socket, mails: string[]): void {
  let mail: string[] | undefined;
  let rest = '';
  socket.on('error', () => {});
  socket.write('220 stand-in\r\n');
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (mail && line !== '.') mail.push(line);
      else if (mail) {
        mails.push(mail.join('\n'));
        mail = undefined;
        socket.write('250 taken\r\n');
      } else if (/^DATA/i.test(line)) {
        mail = [];
        socket.write('354 go on\r\n');
      } else if (/^RCPT TO:<refused@/i.test(line)) socket.write('550 nobody is called so\r\n');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write('250 well\r\n');
    }
  });
}

export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const server = createServer((socket) => serve(socket, mails));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
