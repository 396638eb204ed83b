import { generateKeyPairSync, sign } from 'node:crypto';

/** DER: a tag, the length of what follows, what follows. */
function der(tag: number, ...parts: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const bits = (bytes: Buffer) => der(0x03, [0], bytes);
const utf8 = (text: string) => der(0x0c, Buffer.from(text));

const algorithm = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])); // ecdsa-with-SHA256
const commonName = der(0x06, [0x55, 0x04, 0x03]);
const alternativeNames = der(0x06, [0x55, 0x1d, 0x11]);

/** A key and a certificate for these hosts that vouches for itself (RFC 5280), good for a day. */
export function certificateFor(hosts: string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(commonName, utf8('stand-in'))));
  const day = (offset: number) => {
    const iso = new Date(Date.now() + offset * 86_400_000).toISOString();
    return der(0x17, Buffer.from(`${iso.replace(/\D/g, '').slice(2, 14)}Z`));
  };
  const names = sequence(...hosts.map((host) => der(0x82, Buffer.from(host))));
  const body = sequence(
    der(0xa0, der(0x02, [2])), // version 3
    der(0x02, [1]),
    algorithm,
    name,
    sequence(day(-1), day(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(alternativeNames, der(0x04, names)))),
  );
  const whole = sequence(body, algorithm, bits(sign('sha256', body, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
