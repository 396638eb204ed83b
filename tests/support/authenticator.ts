import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Json = Record<string, unknown>;

/** Ways in which an attacker or a broken authenticator may deviate. */
export interface AuthenticatorFaults {
  origin?: string;
  host?: string;
  challenge?: string;
  counter?: number;
  userHandle?: string;
  /** Format of an attestation with certificates, which nobody asked for. */
  attested?: string;
  /** The authenticator did not verify its user. */
  isUnverified?: boolean;
}

const sha256 = (data: string | Buffer) => Buffer.from(hash('sha256', data, 'hex'), 'hex');
const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

/** A software authenticator with one passkey for one origin, of ES256 and without attestation. */
export function makeAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let userHandle = '';
  let counter = 0;

  const clientData = (type: string, challenge: string, otherwise: AuthenticatorFaults) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: otherwise.challenge ?? challenge,
        origin: otherwise.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authData = (otherwise: AuthenticatorFaults, more = 0) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(otherwise.counter ?? ++counter);
    const seen = flags.present + (otherwise.isUnverified ? 0 : flags.verified) + more;
    return Buffer.concat([sha256(otherwise.host ?? new URL(origin).hostname), Buffer.from([seen]), count]);
  };
  const shared = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };

  return {
    /** Answers the options of a new passkey. */
    register(options: Json, otherwise: AuthenticatorFaults = {}): Json {
      userHandle = String((options.user as Json).id);
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const bytes = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'));
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const data = Buffer.concat([
        ...[authData(otherwise, flags.hasCredential), Buffer.alloc(16), length, credentialId],
        isoCBOR.encode(key as never),
      ]);
      const { attested } = otherwise;
      const statement = new Map<string, unknown>(
        attested
          ? [
              ['alg', -7],
              ['x5c', [new Uint8Array(8)]],
            ]
          : [],
      );
      const attestation = new Map<string, unknown>([
        ['fmt', attested ?? 'none'],
        ['attStmt', statement],
        ['authData', new Uint8Array(data)],
      ]);
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url');
      const clientDataJSON = clientData('webauthn.create', String(options.challenge), otherwise).toString('base64url');
      return { ...shared, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
    },
    /** Answers the options of a sign-in. */
    sign(options: Json, otherwise: AuthenticatorFaults = {}): Json {
      const client = clientData('webauthn.get', String(options.challenge), otherwise);
      const data = authData(otherwise);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey, 'base64url');
      const [clientDataJSON, authenticatorData] = [client.toString('base64url'), data.toString('base64url')];
      const whose = otherwise.userHandle ?? userHandle;
      return { ...shared, response: { clientDataJSON, authenticatorData, signature, userHandle: whose } };
    },
  };
}
