import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen, on a free port where none is named. @returns the port */
export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}
