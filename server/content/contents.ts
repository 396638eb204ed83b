import { sql } from 'kysely';
import type { Feature } from '../engine/hooks.ts';
import { timed } from '../engine/list/timedState.ts';

/** Contents show the title of their column. */
export const contents: Feature = {
  name: 'contents',
  isAbout: ({ model }) => model !== undefined,
  derived: {
    column_title: (_db, { name }) =>
      sql<string>`(select title from ${sql.table('column')} where ${sql.ref('column.id')} = ${sql.ref(`${name}.col_id`)})`,
  },
};

/** Contents that are published show their state, which changes by time alone. */
export const contentStates: Feature = {
  name: 'contentStates',
  isAbout: ({ fields }) => fields.state !== undefined,
  derived: {
    state: (db, { name }) => {
      const { expired, scheduled } = timed(db, name);
      const status = sql.ref(`${name}.status`);
      return sql<string>`case when ${status} = 0 then 'draft' when ${status} = 2 then 'review' when ${expired} then 'expired'
        when ${scheduled} then 'scheduled' else 'published' end`;
    },
  },
};
