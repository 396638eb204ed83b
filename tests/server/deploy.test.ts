import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsPrograms } from '../support/needs.ts';
import { freePort } from '../support/port.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { filePart, formOf, formType } from '../support/uploads.ts';
import { waitForValue } from '../support/waitForValue.ts';

const project = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
const example = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8');
const host = 'admin.example.com';

interface Place {
  folder: string;
  /** Where it listens, with and without TLS, and where the server does. */
  ports: { tls: number; plain: number; server: number };
  certificate: { cert: string; key: string };
}

/** How each example is started on other ports and with a certificate of its own: @returns the command. */
const proxies: Record<string, (place: Place) => string[]> = {
  nginx({ folder, ports, certificate }) {
    const site = example('nginx.conf')
      .replace('127.0.0.1:3000', `127.0.0.1:${ports.server}`)
      .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
      .replace('listen 443', `listen 127.0.0.1:${ports.tls}`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate.cert};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${certificate.key};`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${folder}/${each};`,
    );
    const http = `access_log off; ${temporary.join(' ')} ${site}`;
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${http} }`,
    );
    return ['nginx', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
  },
  caddy({ folder, ports, certificate }) {
    const site = example('Caddyfile')
      .replace('127.0.0.1:3000', `127.0.0.1:${ports.server}`)
      .replace(`${host} {`, `${host}:${ports.tls} {\n\ttls ${certificate.cert} ${certificate.key}`);
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\thttp_port ${ports.plain}\n}\n${site}`);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
};

for (const name of Object.keys(proxies))
  describe(`The example for ${name}`, needsPrograms(name, 'openssl'), () => tryExample(name));

function tryExample(name: string): void {
  let server: TestServer;
  let proxy: ChildProcess;
  let port: number;

  beforeAll(async () => {
    server = await startServer({ settings: { trustProxy: ['127.0.0.1'], metricsToken: 'x'.repeat(32) } });
    const folder = tempFolder();
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
        ...['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
    port = await freePort();
    const ports = { tls: port, plain: await freePort(), server: Number(new URL(server.url).port) };
    const [command = '', ...args] = (proxies[name] as (place: Place) => string[])({
      folder,
      ports,
      certificate: { cert, key },
    });
    proxy = spawn(command, args, {
      stdio: 'ignore',
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    await waitForValue(() => ask('/healthz'));
  });
  afterAll(async () => {
    proxy?.kill();
    if (proxy?.exitCode === null) await once(proxy, 'exit');
    await server?.stop();
  });

  async function ask(path: string, headers: OutgoingHttpHeaders = {}, body?: Buffer | string) {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      servername: host,
      rejectUnauthorized: false,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host, ...headers },
    });
    sent.end(body);
    const [reply] = await once(sent, 'response');
    return { status: reply.statusCode as number, headers: reply.headers, body: await buffer(reply) };
  }
  const call = async (path: string, headers: OutgoingHttpHeaders = {}, body?: Buffer | string) =>
    JSON.parse((await ask(`/api/${path}`, headers, body)).body.toString());

  test('passes on the console, calls with the visitor’s address, large files and long replies', async () => {
    const page = await ask('/api/docs');
    expect([page.status, page.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.9' };
    const { data } = await call(
      'auth.auth/login',
      form,
      `username=admin&password=${encodeURIComponent(server.password)}`,
    );
    const authorization = data.token;
    const { data: sessions } = await call('auth.auth/sessions', { authorization });
    expect(sessions[0].ip).toBe('127.0.0.1');

    const file = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(19_000_000, 'x'), Buffer.from('\n%%EOF')]);
    const body = formOf([[filePart('long.pdf', 'file', 'application/pdf'), file]]);
    const sent = await call('base.upload/documentUpload', { authorization, 'content-type': formType }, body);
    expect(sent).toMatchObject({ code: 1, data: { size: file.length } });
    const back = await ask(sent.data.url);
    expect(back.body.equals(file)).toBe(true);

    const polls = await Promise.all(Array.from({ length: 20 }, () => call('auth.auth/checkLogin', { authorization })));
    expect(polls.every(({ code }) => code === 1)).toBe(true);
    expect((await ask('/metrics', { authorization: `Bearer ${'x'.repeat(32)}` })).status).toBe(404);
  });
}

test('The unit is one that systemd takes, and shuts the program in', needsPrograms('systemd-analyze'), () => {
  const unit = join(tempFolder(), 'rtop.service');
  writeFileSync(unit, example('rtop.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' });
  const verified = analyze('verify', '--man=no');
  expect([verified.status, verified.stderr]).toEqual([0, '']);
  const level = /exposure level for rtop\.service: ([\d.]+)/.exec(analyze('security', '--offline=true').stdout)?.[1];
  expect(Number(level)).toBeLessThan(2);
});

describe('secure A19: what is built and run elsewhere', () => {
  const files = ['.github/workflows/test.yml', '.github/workflows/nightly.yml', 'Dockerfile', 'compose.yaml'].map(
    project,
  );

  test('secure A19: actions are named by a commit, images by their full version', () => {
    const actions = files.flatMap((text) => [...text.matchAll(/uses: (\S+)/g)].map(([, name = '']) => name));
    expect(actions.length).toBeGreaterThan(5);
    expect(actions.filter((name) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(name))).toEqual([]);
    const images = files.flatMap((text) =>
      [...text.matchAll(/^(?:FROM|\s*image:) (\S+:\S+)/gm)].map(([, name = '']) => name),
    );
    expect(images.length).toBeGreaterThan(2);
    expect(images.filter((name) => !/:\d+\.\d+/.test(name))).toEqual([]);
  });

  test('secure A19: jobs may only read, and no secret beside the compose file comes into the image', () => {
    for (const text of files.slice(0, 2)) expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(project('.dockerignore').split('\n')).toContain('.env');
  });
});
