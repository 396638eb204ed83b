import { type SqlBool, sql } from 'kysely';
import { ad } from '../../contract/entities/ad.ts';
import type { Db } from '../database/tables.ts';
import type { Feature } from '../engine/hooks.ts';
import { timed } from '../engine/list/timedState.ts';
import { isOn } from './contentState.ts';

/** An advertisement is live while it is switched on, from one time of its own to another. */
export const ads: Feature = {
  name: 'ads',
  isAbout: ({ name }) => name === ad.name,
  derived: { live: (db) => sql`case when ${isLiveAd(db)} then 1 else 0 end` },
};

export function isLiveAd(db: Db) {
  const { published } = timed(db, ad.name, { start: 'start_time', end: 'end_time' });
  return sql<SqlBool>`(${isOn(ad.name)} and ${published})`;
}
