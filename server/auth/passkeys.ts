import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
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
const mostPasskeys = 20; // of an administrator

export type PasskeyJson = Record<string, unknown>;
type Context = Pick<CallContext, 'origin' | 'secrets' | 'warn'>;

export const passkeysOf = (db: Db, adminId: number) => db.selectFrom('passkey').where('admin_id', '=', adminId);

export async function countPasskeys(db: Db, adminId: number): Promise<number> {
  const query = passkeysOf(db, adminId).select((select) => select.fn.countAll().as('n'));
  return Number((await query.executeTakeFirstOrThrow()).n);
}

/**
 * The options of `navigator.credentials.create`. The passkey names its owner and asks who is there, so that it can be
 * the only factor.
 * @throws CallError `passkey_host`, `passkeys_many`
 */
export async function registrationOptions(db: Db, { origin, secrets }: Context, self: SignedIn, rpName: string) {
  const rpID = hostOf(origin);
  const known = await passkeysOf(db, self.id).select(['credential_id', 'transports', 'host']).execute();
  if (known.length >= mostPasskeys) throw new CallError('passkeys_many', { most: mostPasskeys });
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    ...{ rpName, rpID, userName: self.username, timeout: challengeMs, attestationType: 'none' },
    supportedAlgorithmIDs,
    userID: new Uint8Array(Buffer.from(userHandleOf(secrets, self.id), 'base64url')),
    excludeCredentials: known
      .filter(({ host }) => host === rpID)
      .map(({ credential_id, transports }) => ({ id: credential_id, transports: JSON.parse(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(db, options.challenge, self.sessionId);
  return options;
}

/** @throws CallError `passkey_host`, or `passkey_refused` for what does not answer this session's options or is there already */
export async function storePasskey(
  db: Db,
  context: Context,
  self: SignedIn,
  { passkey, title }: { passkey: PasskeyJson; title: string },
): Promise<void> {
  const host = hostOf(context.origin);
  const expectedChallenge = await takeChallenge(db, passkey, self.sessionId);
  if (!expectedChallenge) throw new CallError('passkey_refused');
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: passkey as unknown as RegistrationResponseJSON,
    supportedAlgorithmIDs,
    ...{ expectedChallenge, expectedOrigin: context.origin, expectedRPID: host, requireUserVerification: true },
  }).catch((error) => refuse(context, error));
  const credential = verified?.registrationInfo?.credential;
  if (!credential) throw new CallError('passkey_refused');
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values({
      ...{ admin_id: self.id, host, title, credential_id: credential.id, counter: credential.counter },
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      user_handle: userHandleOf(context.secrets, self.id),
      transports: JSON.stringify(credential.transports ?? []),
      create_time: toIsoSeconds(new Date()),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows) !== 1) throw new CallError('passkey_refused');
}

/** The options of `navigator.credentials.get`. They name no passkey, so that they tell nothing of any account. */
export async function assertionOptions(db: Db, { origin }: Pick<Context, 'origin'>) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    ...{ rpID: hostOf(origin), userVerification: 'required', timeout: challengeMs },
  });
  await storeChallenge(db, options.challenge, null);
  return options;
}

/**
 * Uses up a challenge. Origin, host, signature, counter and user handle must be the passkey's (WebAuthn Level 3, section 7.2).
 * @returns the owner's id; undefined for what is refused
 */
export async function takePasskey(db: Db, context: Context, passkey: PasskeyJson): Promise<number | undefined> {
  const expectedChallenge = await takeChallenge(db, passkey, null);
  const stored = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', String(passkey.id))
    .executeTakeFirst();
  if (!expectedChallenge || !stored) return undefined;
  const response = passkey as unknown as AuthenticationResponseJSON;
  if (response.response.userHandle !== stored.user_handle) return refuse(context, new Error('another user handle'));
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response,
    ...{ expectedChallenge, expectedOrigin: context.origin, expectedRPID: stored.host, requireUserVerification: true },
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
  const { hostname } = new URL(origin);
  if (isIP(hostname) || hostname.startsWith('[')) throw new CallError('passkey_host');
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
async function takeChallenge(db: Db, passkey: PasskeyJson, sessionId: number | null): Promise<string | undefined> {
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
function challengeOf({ response }: PasskeyJson): string | undefined {
  const encoded = isRecord(response) ? response.clientDataJSON : undefined;
  if (typeof encoded !== 'string') return undefined;
  try {
    const { challenge } = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
