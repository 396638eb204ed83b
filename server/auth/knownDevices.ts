import { isoFromNow, latestPlausibleTime } from '../core/clock.ts';
import { networkOf } from '../core/network.ts';
import type { Secrets } from '../core/secrets.ts';
import { readAgent } from '../core/userAgent.ts';
import type { Db } from '../database/tables.ts';

const knownForMs = 90 * 24 * 3600_000;
const maxKnown = 50;

/** @param device what the client says of itself. One that says nothing is known by its network, browser and system. */
export function deviceKey(
  secrets: Secrets,
  { device, ip, userAgent }: { device?: string | undefined; ip: string; userAgent: string },
): string {
  const { browser, os } = readAgent(userAgent);
  // Versions are left out, because an update makes no new device.
  const peer = [networkOf(ip), ...[browser, os].map((name) => name.replace(/ \d+$/, ''))].join(' ');
  return secrets.hmac('device', device ? `id ${device}` : `peer ${peer}`);
}

/** @returns whether the administrator has signed in from this device before, within 90 days */
export async function rememberDevice(db: Db, admin_id: number, device: string): Promise<boolean> {
  const ofAdmin = db.deleteFrom('known_device').where('admin_id', '=', admin_id);
  // Times in the future come from a clock that was ahead.
  await ofAdmin
    .where((where) =>
      where.or([where('last_seen', '<', isoFromNow(-knownForMs)), where('last_seen', '>', latestPlausibleTime())]),
    )
    .execute();
  const last_seen = isoFromNow(0);
  const ofThis = db.updateTable('known_device').where('admin_id', '=', admin_id).where('device', '=', device);
  const { numUpdatedRows } = await ofThis.set({ last_seen }).executeTakeFirst();
  if (Number(numUpdatedRows) === 1) return true;
  // Nothing is inserted if another sign-in did it meanwhile; that one tells of the device.
  const isFirst = await db
    .insertInto('known_device')
    .values({ admin_id, device, last_seen })
    .onConflict((conflict) => conflict.doNothing())
    .returning('device')
    .executeTakeFirst();
  const others = db
    .selectFrom('known_device')
    .select('device')
    .where('admin_id', '=', admin_id)
    .where('device', '<>', device);
  await ofAdmin
    .where('device', '<>', device)
    .where(
      'device',
      'not in',
      others
        .orderBy('last_seen', 'desc')
        .orderBy('device')
        .limit(maxKnown - 1),
    )
    .execute();
  return isFirst === undefined;
}

/** Somebody else may have known the old password, so only this device stays known, or none. */
export async function forgetDevices(db: Db, adminId: number, except = ''): Promise<void> {
  await db.deleteFrom('known_device').where('admin_id', '=', adminId).where('device', '<>', except).execute();
}

export async function forgetDevice(db: Db, adminId: number, device: string): Promise<void> {
  await db.deleteFrom('known_device').where('admin_id', '=', adminId).where('device', '=', device).execute();
}
