import { sql } from 'kysely';
import { media } from '../../contract/entities/media.ts';
import type { Feature } from '../engine/hooks.ts';

/** Files of the library show whether anything uses them. */
export const mediaUses: Feature = {
  name: 'mediaUses',
  isAbout: ({ name }) => name === media.name,
  derived: {
    // `min` in place of `exists`: where one file has most of the uses, PostgreSQL answers `exists` by reading the table from its beginning.
    used: () =>
      sql`case when (select min(stem) from media_use where media_use.stem >= media.stem) = media.stem then 1 else 0 end`,
  },
};
