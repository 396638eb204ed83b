import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { openDatabase } from '../../server/database/index.ts';
import { seed } from '../../server/setup/seed.ts';
import { folder, password, startServer } from './servers.ts';

const clients = 8;
const halfSent = 100;
const probes = 1000;
const pauseMs = 10;
const body = Buffer.from(Array.from({ length: 400_000 }, (_, at) => `k${at}=v`).join('&')).subarray(0, 3_900_000);

interface Attack {
  url: string;
  /** If true, the request states no length, so that the server learns it only as the body arrives. */
  isChunked: boolean;
}

/**
 * Measures how much the large bodies of strangers slow down everybody else. It calls `/healthz` on an idle server, and
 * then while 8 clients post 3.9 MB of fields to the sign-in without a pause and 100 others send half of it and wait.
 * Each request comes from another address.
 */
export async function benchBodies(): Promise<void> {
  const dataDir = folder('bodies');
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  await seed(database, { adminUsername: 'admin', adminPassword: password, sampleSite: false });
  await database.close();
  console.log(
    `\n/healthz, ${probes} times, while ${clients} clients post 3.9 MB to auth.auth/login and ${halfSent} have sent half\n`,
  );
  console.log(
    ['', 'p50 ms', 'p99 ms', 'ratio', 'max ms', 'memory MB', 'bodies'].map((cell) => cell.padStart(14)).join(''),
  );
  for (const isChunked of [false, true]) {
    const { url, pid, stop } = await startServer(dataDir, { env: { TRUST_PROXY: '127.0.0.1' } });
    await probe(url, pid, 100); // a warm-up
    const idle = await probe(url, pid, probes);
    tell('idle', idle, idle);
    // The attack runs in a thread of its own, so that the attacker's own work does not count.
    const attack = new Worker(fileURLToPath(import.meta.url), { workerData: { url, isChunked } satisfies Attack });
    let bodies = 0;
    attack.on('message', () => bodies++);
    await wait(1000);
    tell(isChunked ? 'no length said' : 'length said', await probe(url, pid, probes), idle, bodies);
    await attack.terminate();
    await stop();
  }
}

interface Probed {
  p50: number;
  p99: number;
  max: number;
  memory: number;
}

async function probe(url: string, pid: number, times: number): Promise<Probed> {
  const waits: number[] = [];
  let memory = 0;
  for (let n = 0; n < times; n++) {
    const begun = performance.now();
    const response = await fetch(`${url}/healthz`);
    await response.text();
    if (response.status !== 200) throw new Error(`/healthz answered ${response.status}`);
    waits.push(performance.now() - begun);
    memory = Math.max(memory, Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
    await wait(pauseMs);
  }
  const sorted = waits.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((times - 1) * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1), memory };
}

function tell(name: string, { p50, p99, max, memory }: Probed, idle: Probed, bodies = 0): void {
  const cells = [
    p50.toFixed(1),
    p99.toFixed(1),
    (p99 / idle.p99).toFixed(1),
    max.toFixed(1),
    memory.toFixed(0),
    String(bodies),
  ];
  console.log([name, ...cells].map((cell) => cell.padStart(14)).join(''));
}

let peers = 0;

/** Sends a request, or the first half of one, from an address that no other request has. */
function send({ url, isChunked }: Attack, piece: Buffer): Socket {
  const { hostname, port } = new URL(url);
  peers++;
  const socket = connect(Number(port), hostname).on('error', () => {}); // the server may refuse it before its end
  const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
  const from = `x-forwarded-for: 10.${8 + (peers >> 16)}.${(peers >> 8) & 255}.${peers & 255}`;
  const type = 'content-type: application/x-www-form-urlencoded';
  socket.write(`POST /api/auth.auth/login HTTP/1.1\r\nhost: x\r\n${from}\r\n${type}\r\n${length}\r\n\r\n`);
  if (isChunked) socket.write(`${body.length.toString(16)}\r\n`);
  socket.write(piece);
  if (isChunked && piece === body) socket.write('\r\n0\r\n\r\n');
  return socket.resume();
}

async function attack(attack: Attack, done: () => void): Promise<void> {
  const half = body.subarray(0, body.length / 2);
  const lurk = () => void send(attack, half).once('close', () => setTimeout(lurk, 1000));
  for (let n = 0; n < halfSent; n++) lurk();
  const post = async () => {
    for (;;) {
      const socket = send(attack, body);
      await new Promise((resolve) => socket.once('close', resolve));
      done();
    }
  };
  await Promise.all(Array.from({ length: clients }, post));
}

if (parentPort) {
  const main = parentPort;
  await attack(workerData as Attack, () => main.postMessage('sent'));
}
