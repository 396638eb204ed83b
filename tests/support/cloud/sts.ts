import { createHmac, randomBytes } from 'node:crypto';
import type { Account } from './standIn.ts';

/** The rights of a temporary key, as requested by whoever asked for the key. */
export interface Policy {
  version: string;
  statement: { effect: string; action: string[]; resource: string[] }[];
}

export interface Temporary {
  secretKey: string;
  token: string;
  /** Unix seconds. */
  expires: number;
  policy: Policy;
}

/** Answers `GetFederationToken` as sts.tencentcloudapi.com does, with signatures of version 1. */
export function federate(body: string, { secretId, secretKey }: Account, keys: Map<string, Temporary>): object {
  const sent = new URLSearchParams(body);
  const refused = (Code: string) => ({
    Response: { Error: { Code, Message: `${Code} of the stand-in` }, RequestId: 'r' },
  });
  const names = [...sent.keys()].filter((name) => name !== 'Signature').toSorted();
  const text = names.map((name) => `${name}=${sent.get(name)}`).join('&');
  const right = createHmac('sha1', secretKey).update(`POSTsts.tencentcloudapi.com/?${text}`).digest('base64');
  if (sent.get('SecretId') !== secretId) return refused('AuthFailure.SecretIdNotFound');
  if (sent.get('Signature') !== right) return refused('AuthFailure.SignatureFailure');
  if (sent.get('Action') !== 'GetFederationToken') return refused('InvalidAction');
  const expires = Math.floor(Date.now() / 1000) + Number(sent.get('DurationSeconds'));
  const policy: Policy = JSON.parse(decodeURIComponent(sent.get('Policy') ?? ''));
  const made = {
    secretKey: randomBytes(16).toString('hex'),
    token: randomBytes(40).toString('base64'),
    expires,
    policy,
  };
  const id = `AKIDtmp${randomBytes(8).toString('hex')}`;
  keys.set(id, made);
  const Credentials = { TmpSecretId: id, TmpSecretKey: made.secretKey, Token: made.token };
  return { Response: { Credentials, ExpiredTime: expires, Expiration: '', RequestId: 'r' } };
}

/** Whether a policy allows an action on an object. */
export function allows({ statement }: Policy, action: string, resource: string): boolean {
  const isOf = (pattern: string) => {
    const start = pattern.replace(/\*$/, '');
    return pattern.endsWith('*') ? resource.startsWith(start) : resource === pattern;
  };
  return statement.some((one) => one.effect === 'allow' && one.action.includes(action) && one.resource.some(isOf));
}
