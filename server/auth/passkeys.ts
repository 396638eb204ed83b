import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type { CredentialJson } from '../../contract/calls/auth.ts';
import { isRecord } from '../../contract/codecs.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { isoFromNow, latestPlausibleTime } from '../core/clock.ts';
import { CallError } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import { hashToken } from '../core/tokens.ts';
import type { Db } from '../database/tables.ts';
import type { CallContext, SignedIn } from '../engine/callContext.ts';

// Loaded on first use, so that a start need not read it.
const webauthn = () => import('@simplewebauthn/server');

// EdDSA, ES256 and RS256: what is in use. The library's own list asks the runtime, which warns of what is experimental.
const supportedAlgorithmIDs = [-8, -7, -257];

const challengeMs = 5 * 60_000;
const maxPasskeys = 20; // of an administrator
const longest = 16_000; // what a browser answers, as JSON; it takes about one thousand characters
const credentialId = /^[\w-]{1,1400}$/; // base64url of at most 1,023 bytes

type Context = Pick<CallContext, 'origin' | 'secrets' | 'warn'>;

export const passkeysOf = (db: Db, adminId: number) => db.selectFrom('passkey').where('admin_id', '=', adminId);

/**
 * The options of `navigator.credentials.create`. The passkey names its owner and asks who is there, so that it can be
 * the only factor.
 * @throws CallError `passkey_host`, `passkeys_many`
 */
export async function registrationOptions(db: Db, { origin, secrets }: Context, self: SignedIn, rpName: string) {
  const rpID = hostOf(origin);
  const known = await passkeysOf(db, self.id).select(['credential_id', 'transports', 'origin']).execute();
  if (known.length >= maxPasskeys) throw new CallError('passkeys_many', { most: maxPasskeys });
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName,
    rpID,
    userName: self.username,
    timeout: challengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs,
    userID: new Uint8Array(Buffer.from(userHandleOf(secrets, self.id), 'base64url')),
    excludeCredentials: known
      .filter((each) => hostOf(each.origin) === rpID)
      .map(({ credential_id, transports }) => ({ id: credential_id, transports: JSON.parse(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(db, options.challenge, self.sessionId);
  return options;
}

/**
 * Looks at a new passkey before a transaction begins, which takes its challenge: nothing of it is stored yet.
 * @throws CallError `passkey_host`, `passkey_refused`
 */
export async function readPasskey(context: Context, passkey: CredentialJson): Promise<WebAuthnCredential> {
  const expectedRPID = hostOf(context.origin);
  if (!isCredential(passkey)) throw new CallError('passkey_refused');
  const verify = async () => {
    if (await isAttested(passkey)) throw new Error('attested, which nobody asked for');
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: passkey as unknown as RegistrationResponseJSON,
      expectedChallenge: () => true, // `storePasskey` takes it
      supportedAlgorithmIDs,
      expectedOrigin: context.origin,
      expectedRPID,
      requireUserVerification: true,
    });
    return registrationInfo?.credential;
  };
  const credential = await verify().catch((error) => refuse(context, error));
  if (!credential) throw new CallError('passkey_refused');
  return credential;
}

/** Chains of certificates take long to check, and no attestation is asked for: of devices' own none has any. */
async function isAttested({ response }: CredentialJson): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const { attestationObject } = response as { attestationObject: string };
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  return !['none', 'packed'].includes(decoded.get('fmt')) || decoded.get('attStmt').get('x5c') !== undefined;
}

/** @throws CallError `passkey_refused` for what does not answer this session's options, or is there already */
export async function storePasskey(
  db: Db,
  { origin, secrets }: Context,
  self: SignedIn,
  { passkey, credential, title }: { passkey: CredentialJson; credential: WebAuthnCredential; title: string },
): Promise<void> {
  if (!(await takeChallenge(db, passkey, self.sessionId))) throw new CallError('passkey_refused');
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values({
      admin_id: self.id,
      origin,
      title,
      credential_id: credential.id,
      counter: credential.counter,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      user_handle: userHandleOf(secrets, self.id),
      transports: JSON.stringify(transportsOf(passkey)),
      create_time: toIsoSeconds(new Date()),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows) !== 1) throw new CallError('passkey_refused');
}

const knownTransports: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

function transportsOf({ response }: CredentialJson): string[] {
  const { transports } = response as { transports?: unknown };
  return knownTransports.filter((each) => Array.isArray(transports) && transports.includes(each));
}

const isCredential = (passkey: CredentialJson | null) =>
  typeof passkey?.id === 'string' && credentialId.test(passkey.id) && JSON.stringify(passkey).length <= longest;

/** The options of `navigator.credentials.get`. They name no passkey, so that they tell nothing of any account. */
export async function assertionOptions(db: Db, { origin }: Pick<Context, 'origin'>) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    userVerification: 'required',
    timeout: challengeMs,
  });
  await storeChallenge(db, options.challenge, null);
  return options;
}

/**
 * Uses up a challenge. Origin, host, signature, counter and user handle must be the passkey's (WebAuthn Level 3, section 7.2).
 * @returns the owner's id; undefined for what is refused
 */
export async function takePasskey(db: Db, context: Context, passkey: CredentialJson): Promise<number | undefined> {
  if (!isCredential(passkey)) return undefined;
  const expectedChallenge = await takeChallenge(db, passkey, null);
  const stored = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', String(passkey.id))
    .executeTakeFirst();
  if (!expectedChallenge || !stored) return undefined;
  const response = passkey as unknown as AuthenticationResponseJSON;
  if (response.response.userHandle !== stored.user_handle) return refuse(context, new Error('another user handle'));
  // Not the request's own: whoever sends one names its host.
  const { origin } = stored;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: true,
    credential: {
      id: stored.credential_id,
      publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
      counter: Number(stored.counter),
    },
  }).catch((error) => refuse(context, error));
  if (!verified?.verified) return undefined;
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter: verified.authenticationInfo.newCounter, last_used: toIsoSeconds(new Date()) })
    .where('id', '=', stored.id)
    .where('counter', '=', stored.counter)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1 ? Number(stored.admin_id) : undefined;
}

/** Why is for the operator alone. */
function refuse({ warn }: Context, error: Error): undefined {
  warn('passkey_refused', error.message);
  return undefined;
}

/** The host name to which a passkey belongs: WebAuthn's RP ID. @throws CallError `passkey_host` for an address of numbers */
function hostOf(origin: string): string {
  const hostname = URL.parse(origin)?.hostname ?? '';
  if (!hostname || isIP(hostname) || hostname.startsWith('[')) throw new CallError('passkey_host');
  return hostname;
}

/** By which an authenticator knows an account: it tells nothing of it, and is the same for all passkeys of one. */
const userHandleOf = (secrets: Secrets, adminId: number) =>
  Buffer.from(secrets.hmac('passkey user', String(adminId)), 'hex').toString('base64url');

async function storeChallenge(db: Db, challenge: string, sessionId: number | null): Promise<void> {
  await db
    .deleteFrom('passkey_challenge')
    // A later end was written by a clock that was ahead.
    .where((where) =>
      where.or([where('until', '<', isoFromNow(0)), where('until', '>', latestPlausibleTime(challengeMs))]),
    )
    .execute();
  const values = { hash: hashToken(challenge), until: isoFromNow(challengeMs), session_id: sessionId };
  await db.insertInto('passkey_challenge').values(values).execute();
}

/** @param sessionId of a new passkey the session that began it @returns the challenge that a passkey answers; undefined unless it waits for its answer */
async function takeChallenge(db: Db, passkey: CredentialJson, sessionId: number | null): Promise<string | undefined> {
  const challenge = challengeOf(passkey);
  if (!challenge) return undefined;
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('hash', '=', hashToken(challenge))
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('until', '>', isoFromNow(0))
    .where('until', '<=', latestPlausibleTime(challengeMs))
    .executeTakeFirst();
  return Number(numDeletedRows) === 1 ? challenge : undefined;
}

/** @returns undefined for what no browser makes */
function challengeOf({ response }: CredentialJson): string | undefined {
  const encoded = isRecord(response) ? response.clientDataJSON : undefined;
  if (typeof encoded !== 'string') return undefined;
  try {
    const { challenge } = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
