import { sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { generic } from '../database/generic.ts';
import type { Db } from '../database/tables.ts';
import { likeText, lowered } from '../query.ts';

export interface Found {
  id: number;
  title: string;
  /** 0 where the name is what was asked for, 1 where it begins with it, 2 where it holds it. */
  rank: number;
}

/** Live records whose name holds a text, the best hits and then the newest first; of names that begin with it, the shortest. */
export async function findByLabel(db: Db, entity: Entity, text: string, most: number): Promise<Found[]> {
  const title = sql.ref<string>(entity.label);
  const like = (pattern: string) => sql<boolean>`lower(${title}) like ${pattern} escape '\\'`;
  const part = likeText(text);
  let found = generic(db)
    .selectFrom(entity.name)
    .select(['id', title.as('title')])
    .select(
      sql<number>`case when lower(${title}) = ${lowered(text)} then 0 when ${like(`${part}%`)} then 1 else 2 end`.as(
        'rank',
      ),
    )
    .where(like(`%${part}%`))
    .orderBy('rank')
    .orderBy(sql`case when ${like(`${part}%`)} then length(${title}) else 0 end`)
    .orderBy('id', 'desc')
    .limit(most);
  if (entity.recycle) found = found.where('deleted_at', 'is', null);
  return (await found.execute()) as unknown as Found[];
}
