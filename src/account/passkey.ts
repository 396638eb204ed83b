import type { CredentialJson } from '../../contract/calls/auth.ts';
import { passkeyChallenge } from '../../contract/calls/passkey.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { features, http } from '../services/services.ts';

const isAddress = (host: string) => /^\[|^[\d.]+$/.test(host);

/** Browsers have passkeys at a host name alone, with TLS or at localhost. */
export const canUsePasskeys = (): boolean =>
  features.has('passkeys') && 'PublicKeyCredential' in window && !isAddress(location.hostname);

const webauthn = () => import('@simplewebauthn/browser');

/** Asks who is there for one of their passkeys. @throws CallFailure also where they cancel it */
export async function askPasskey(): Promise<CredentialJson> {
  const { options } = await http.call(passkeyChallenge);
  const { startAuthentication } = await webauthn();
  return inBrowser(() => startAuthentication({ optionsJSON: options as never }));
}

/** @param options of `auth.auth/beginPasskey` @throws CallFailure also where it is cancelled */
export async function makePasskey(options: CredentialJson): Promise<CredentialJson> {
  const { startRegistration } = await webauthn();
  return inBrowser(() => startRegistration({ optionsJSON: options as never }));
}

/** What browsers throw says nothing to people: https://www.w3.org/TR/webauthn-3/#sctn-op-create */
const sentences: Record<string, string> = {
  NotAllowedError: 'failure.passkeyCancelled',
  AbortError: 'failure.passkeyCancelled',
  InvalidStateError: 'failure.passkeyKnown',
};

async function inBrowser(ask: () => Promise<object>): Promise<CredentialJson> {
  try {
    return { ...(await ask()) };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw Object.assign(new CallFailure('refused', sentences[name] ?? 'failure.passkeyFailed', 0), { cause: error });
  }
}
