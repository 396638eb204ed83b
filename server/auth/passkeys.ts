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

// The library is loaded on first use, so that a start need not read it.
const webauthn = () => import('@simplewebauthn/server');

// EdDSA, ES256 and RS256 are in use. The library's own list asks the runtime, which warns of experimental ones.
const supportedAlgorithmIDs = [-8, -7, -257];

const challengeMs = 5 * 60_000;
const maxPasskeys = 20; // for each administrator
const longest = 16_000; // characters of a browser's answer as JSON, which has about one thousand
const credentialId = /^[\w-]{1,1400}$/; // base64url of at most 1,023 bytes

type Context = Pick<CallContext, 'origin' | 'secrets' | 'warn'>;

export const passkeysOf = (db: Db, adminId: number) => db.selectFrom('passkey').where('admin_id', '=', adminId);

/**
 * Returns the options of `navigator.credentials.create`. The passkey names its owner and verifies the user, so that it
 * can be the only factor.
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
 * Checks a new passkey before the transaction that takes its challenge. Nothing of it is stored yet.
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
      expectedChallenge: () => true, // `storePasskey` checks it
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

/**
 * Chains of certificates take long to check. No attestation is asked for, and passkeys of a device itself have none.
 */
async function isAttested({ response }: CredentialJson): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const { attestationObject } = response as { attestationObject: string };
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  return !['none', 'packed'].includes(decoded.get('fmt')) || decoded.get('attStmt').get('x5c') !== undefined;
}

/** @throws CallError `passkey_refused` if it does not answer this session's options, or exists already */
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

/**
 * Returns the options of `navigator.credentials.get`. They name no passkey, so that they tell nothing of any account.
 */
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
 * Verifies a passkey and uses up its challenge. Origin, host, signature, counter and user handle must be the passkey's
 * (WebAuthn Level 3, section 7.2).
 * @returns the owner's id; undefined if the passkey is refused
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
  // The request's own origin proves nothing, because whoever sends a request names its host.
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

/** Only the operator learns why a passkey is refused. */
function refuse({ warn }: Context, error: Error): undefined {
  warn('passkey_refused', error.message);
  return undefined;
}

/** Returns the host name of a passkey, WebAuthn's RP ID. @throws CallError `passkey_host` for an address of numbers */
function hostOf(origin: string): string {
  const hostname = URL.parse(origin)?.hostname ?? '';
  if (!hostname || isIP(hostname) || hostname.startsWith('[')) throw new CallError('passkey_host');
  return hostname;
}

/** Authenticators know an account by this. It tells nothing of the account and is the same for all its passkeys. */
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

/**
 * @param sessionId the session that began to register the passkey, null for one that exists
 * @returns the challenge that a passkey answers; undefined unless it waits for its answer
 */
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

/** @returns undefined if the data is not a valid authenticator response */
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
