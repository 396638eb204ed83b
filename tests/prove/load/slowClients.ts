import { connect, type Socket } from 'node:net';

/** The part of an exchange with which a client holds its connection, because it goes on so slowly. */
const ways = ['headers', 'body', 'reader'] as const;
type Way = (typeof ways)[number];

interface Target {
  port: number;
  token: string;
}

const everyMs = 1000;

const begins: Record<Way, (target: Target, head: string) => string> = {
  headers: (_target, head) => `GET /api/auth.auth/ini ${head}\r\nx-slow: `,
  body: (_target, head) =>
    `POST /api/auth.auth/login ${head}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 2000\r\n\r\nusername=`,
  // So many replies of this size make the server wait until the client takes them.
  reader: ({ token }, head) =>
    `GET /api/base.base/getAllColumnList ${head}\r\nauthorization: ${token}\r\n\r\n`.repeat(6),
};

/** Each client comes from a network of its own, so that no limit per peer ends its connection. */
const headOf = (n: number) => `HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 10.${64 + (n >> 8)}.${n & 255}.1`;

/** Starts so many slow clients at once. A client that is turned away comes again. */
export function startSlowClients(count: number, target: Target) {
  const sockets = new Map<Socket, Way>();
  let isOver = false;
  const figures = { opened: 0, turnedAway: 0 };
  const open = (n: number) => {
    const way = ways[n % ways.length] as Way;
    const socket = connect(target.port, '127.0.0.1');
    sockets.set(socket, way);
    figures.opened++;
    socket.write(begins[way](target, headOf(n)));
    if (way === 'reader') socket.pause();
    else socket.resume(); // the server may send a refusal
    socket.on('error', () => {}); // the socket is closed then
    socket.on('close', () => {
      sockets.delete(socket);
      if (isOver) return;
      figures.turnedAway++;
      setTimeout(() => !isOver && open(n), everyMs);
    });
  };
  for (let n = 0; n < count; n++) open(n);
  const dripping = setInterval(() => {
    for (const [socket, way] of sockets) if (way !== 'reader') socket.write('a');
  }, everyMs);
  return {
    figures,
    held: () => sockets.size,
    stop: () => {
      isOver = true;
      clearInterval(dripping);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}
