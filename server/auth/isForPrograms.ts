import type { Call } from '../../contract/call.ts';
import { downloadBackup } from '../../contract/calls/backup.ts';
import { explain, whoCan, whoCanGrant } from '../../contract/calls/explain.ts';
import { endView, viewAs } from '../../contract/calls/session.ts';
import { createToken, listTokens, revokeToken } from '../../contract/calls/token.ts';

const ofPeople: readonly string[] = [
  ...[viewAs, endView, listTokens, createToken, revokeToken, downloadBackup],
  // A token that leaks would tell whose account is worth an attack.
  ...[explain, whoCan, whoCanGrant],
].map(({ path }) => path);

/**
 * Accounts, roles and sessions, what a password proves, and a copy of everything are for people: a program that could make
 * an account would keep its access after its token's end.
 */
export const isForPrograms = ({ path, throttled, writes }: Call) =>
  !path.startsWith('auth.auth/') &&
  !(path.startsWith('base.admin/') && writes) &&
  !throttled &&
  !ofPeople.includes(path);
