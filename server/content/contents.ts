import { sql } from 'kysely';
import type { Feature } from '../engine/hooks.ts';
import { contentStateOf } from './contentState.ts';

/** Contents show the title of their column, and those that are published show their state. */
export const contents: Feature = {
  name: 'contents',
  isAbout: ({ model }) => model !== undefined,
  derived: {
    column_title: (_db, { name }) =>
      sql<string>`(select title from ${sql.table('column')} where ${sql.ref('column.id')} = ${sql.ref(`${name}.col_id`)})`,
  },
};

/** Contents that become public by being published. */
export const contentStates: Feature = {
  name: 'contentStates',
  isAbout: ({ fields }) => fields.state !== undefined,
  derived: { state: (db, { name }) => contentStateOf(db, name) },
};
