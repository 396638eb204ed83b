import type { CredentialJson } from '../../contract/calls/auth.ts';
import { passkeyChallenge } from '../../contract/calls/passkey.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { features, http } from '../services/services.ts';

const isAddress = (host: string) => /^\[|^[\d.]+$/.test(host);

/** Browsers offer passkeys only at a host name, not at an IP address, and only with TLS or at localhost. */
export const canUsePasskeys = (): boolean =>
  features.has('passkeys') && 'PublicKeyCredential' in window && !isAddress(location.hostname);

const webauthn = () => import('@simplewebauthn/browser');

/** Asks the user for one of their passkeys. @throws CallFailure also if they cancel it */
export async function askPasskey(): Promise<CredentialJson> {
  const { options } = await http.call(passkeyChallenge);
  const { startAuthentication } = await webauthn();
  return inBrowser(() => startAuthentication({ optionsJSON: options as never }));
}

/** @param options the reply of `auth.auth/beginPasskey` @throws CallFailure also if the user cancels it */
export async function makePasskey(options: CredentialJson): Promise<CredentialJson> {
  const { startRegistration } = await webauthn();
  return inBrowser(() => startRegistration({ optionsJSON: options as never }));
}

/** Replaces the browser's errors, which users do not understand: https://www.w3.org/TR/webauthn-3/#sctn-op-create */
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
