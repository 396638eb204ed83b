import { sql } from 'kysely';
import { ad } from '../../contract/entities/ad.ts';
import type { Feature } from '../engine/hooks.ts';
import { isLiveAd } from './contentState.ts';

/** An advertisement is live from one time of its own to another. */
export const ads: Feature = {
  name: 'ads',
  isAbout: ({ name }) => name === ad.name,
  derived: { live: (db) => sql`case when ${isLiveAd(db)} then 1 else 0 end` },
};
