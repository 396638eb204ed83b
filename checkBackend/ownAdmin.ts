import { changePassword, endTotp, login, logout, totp } from '../contract/calls/auth.ts';
import { revokeSession } from '../contract/calls/session.ts';
import type { Checked } from './checked.ts';
import { exampleOf } from './examples.ts';
import type { OwnRecords } from './ownRecords.ts';
import { goingOn } from './reads.ts';

/** What one does to one's own account, done by an administrator of the check's own. */
export async function beOwnAdmin({ http, features, signedIn }: Checked, records: OwnRecords): Promise<void> {
  const admin = await goingOn(records.own('admin'));
  if (!admin || !features.offers(changePassword)) return;
  const password = String(admin.data.password);
  const theirs = signedIn();
  const { token } = (await goingOn(theirs.http.call(login, { username: admin.mark, password }))) ?? {};
  if (!token) return;
  await theirs.session.begin(token);
  const new_password = String(exampleOf.password('', { kind: 'password' }));
  await goingOn(theirs.http.call(changePassword, { password, new_password }));
  if (features.offers(totp)) await goingOn(theirs.http.call(totp, { action: 'begin', password: new_password }));
  if (features.offers(revokeSession)) await goingOn(theirs.http.call(revokeSession, { all: 1 }));
  if (features.offers(logout)) await goingOn(theirs.http.call(logout));
  if (features.offers(endTotp)) await goingOn(http.call(endTotp, { aid: admin.id }));
}
