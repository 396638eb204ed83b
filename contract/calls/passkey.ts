import { get, post } from '../call.ts';
import { int, json, text, time } from '../fields.ts';
import { type CredentialJson, confirm, totp, whileMustChange } from './auth.ts';

/** The caller's passkeys, latest first. `host`: the host name of the console at which it works. */
export const passkeys = get('auth.auth/passkeys', {
  title: '通行密钥',
  access: 'signed-in',
  extension: 'passkeys',
  returns: [
    {
      id: int({ required: true }),
      title: text(60),
      host: text(253),
      create_time: time({ required: true }),
      last_used: time(),
    },
  ],
});

/** The options with which a browser makes a passkey. Good for five minutes, in this session. */
export const beginPasskey = post('auth.auth/beginPasskey', {
  title: '新增通行密钥',
  access: 'signed-in',
  extension: 'passkeys',
  confirmed: 'always',
  writes: true,
  returns: { options: json<CredentialJson>()() },
});

/** Ends the caller's other sessions. Answers ten recovery codes, once, if there were none. */
export const addPasskey = post('auth.auth/addPasskey', {
  title: '新增通行密钥',
  access: 'signed-in',
  extension: 'passkeys',
  writes: true,
  secret: true,
  params: { passkey: json<CredentialJson>()({ required: true, writeOnly: true }) },
  returns: { recovery: json<string[]>()() },
});

export const removePasskey = post('auth.auth/removePasskey', {
  title: '删除通行密钥',
  access: 'signed-in',
  extension: 'passkeys',
  confirmed: 'always',
  writes: true,
  params: { id: int({ required: true, min: 1 }) },
});

/** The options with which a browser asks for a passkey, of whomever it has one. Good once, for five minutes. */
export const passkeyChallenge = post('auth.auth/passkeyChallenge', {
  title: '通行密钥验证',
  access: 'public',
  perMinute: 120,
  extension: 'passkeys',
  returns: { options: json<CredentialJson>()() },
});

/** Signs in by a passkey alone. */
export const passkeyLogin = post('auth.auth/passkeyLogin', {
  title: '通行密钥登录',
  access: 'public',
  perMinute: 120,
  extension: 'passkeys',
  params: {
    passkey: json<CredentialJson>()({ required: true, writeOnly: true }),
    device: text(64, { writeOnly: true, extension: 'devices' }),
  },
  returns: { token: text(64), expires: time() },
});

/** All that may be called once the time to set up a demanded second factor is over. */
export const whileFactorNeeded: readonly string[] = [
  ...whileMustChange,
  ...[confirm, totp, passkeys, beginPasskey, addPasskey, passkeyChallenge].map(({ path }) => path),
];
