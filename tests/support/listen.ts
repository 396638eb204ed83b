import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen, on a free port where none is named. @returns the port */
export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** For what reads a request: a client that hangs up half way, as a page does that is closed, is no error. */
export const ignoreHangUp = (request: IncomingMessage) => (error: unknown) => {
  if (!request.readableAborted) throw error;
};
