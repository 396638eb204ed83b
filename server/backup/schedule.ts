import { toIsoSeconds } from '../../contract/kinds.ts';
import { configNumber, configValues } from '../config/config.ts';
import type { Db } from '../database/tables.ts';

export interface Retention {
  daily: number;
  weekly: number;
  monthly: number;
}

export interface Schedule {
  isOn: boolean;
  /** `HH:MM` in the server's time zone. */
  time: string;
  /** When the time of day was last changed. */
  timeChanged: string;
  retention: Retention;
  /** Sealed with the server's key; empty if there is none. */
  passphrase: string;
}

const usualTime = '03:30';

export async function readSchedule(db: Db): Promise<Schedule> {
  const values = await configValues(db, [
    ...(['backup_on', 'backup_time', 'backup_passphrase'] as const),
    ...(['backup_daily', 'backup_weekly', 'backup_monthly'] as const),
  ]);
  const changed = db.selectFrom('config_item').select('update_time').where('en_name', '=', 'backup_time');
  return {
    isOn: values.backup_on === '1',
    time: values.backup_time || usualTime,
    timeChanged: (await changed.executeTakeFirst())?.update_time ?? '',
    passphrase: values.backup_passphrase,
    retention: {
      daily: configNumber('backup_daily', values.backup_daily),
      weekly: configNumber('backup_weekly', values.backup_weekly),
      monthly: configNumber('backup_monthly', values.backup_monthly),
    },
  };
}

export const serverZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @param days 0 for the last time at which a backup was due, 1 for the next */
export function slotOf(time: string, days: 0 | 1, now = new Date()): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const slot = new Date(now);
  slot.setHours(hours, minutes, 0, 0);
  const isToday = slot <= now;
  slot.setDate(slot.getDate() + days - (isToday ? 0 : 1));
  return toIsoSeconds(slot);
}

/** Returns the midnight before a time, by the clock of the server. */
export function startOfDay(iso: string): string {
  const date = new Date(iso);
  date.setHours(0, 0, 0, 0);
  return toIsoSeconds(date);
}

export interface Kept {
  id: number;
  create_time: string;
}

/**
 * Returns the backups that are no longer kept. The last one stays of each of the latest days, weeks and months that
 * have a backup, and in any case the very last.
 * @param good scheduled backups that were verified
 */
export function expired<T extends Kept>(good: T[], { daily, weekly, monthly }: Retention): T[] {
  const latestFirst = good.toSorted((one, other) => (one.create_time < other.create_time ? 1 : -1));
  const kept = new Set(latestFirst.slice(0, 1));
  for (const [periodOf, most] of [
    [dayOf, daily],
    [weekOf, weekly],
    [monthOf, monthly],
  ] as const) {
    const seen = new Set<string>();
    for (const backup of latestFirst) {
      const period = periodOf(new Date(backup.create_time));
      if (seen.has(period) || seen.size >= most) continue;
      seen.add(period);
      kept.add(backup);
    }
  }
  return latestFirst.filter((backup) => !kept.has(backup));
}

const dayOf = (date: Date) => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
const monthOf = (date: Date) => `${date.getFullYear()}-${date.getMonth()}`;

/** Names a week by its Monday. */
function weekOf(date: Date): string {
  const monday = new Date(date);
  monday.setDate(date.getDate() - ((date.getDay() + 6) % 7));
  return dayOf(monday);
}
