import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** Opens a connection to a server that can fall silent: nothing comes through any more, and neither end is told. */
export async function openSilentLine(to: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  const port = await listen(server);
  return {
    url: Object.assign(new URL(to), { port: String(port) }),
    /** Silences the connections that are open now. Later ones work. */
    fallSilent: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
