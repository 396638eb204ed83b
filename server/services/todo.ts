import { ad } from '../../contract/entities/ad.ts';
import { message } from '../../contract/entities/message.ts';
import { entityList } from '../../contract/index.ts';
import { narrowedPath } from '../../contract/paths.ts';
import * as crud from '../crud.ts';
import type { Db } from '../database/tables.ts';
import { endingAds } from './endingAds.ts';
import type { Rights } from './rights.ts';

/** Something that may wait for someone: where it is looked after, and how many of it there are. */
interface Waiting {
  kind: string;
  path: string;
  count(db: Db): Promise<number>;
}

const draft = { state: 'draft' };

const unread = { is_read: 0 };

const waiting: Waiting[] = [
  {
    kind: 'message',
    path: narrowedPath(message, unread),
    count: (db) => crud.count(db, message, unread),
  },
  ...entityList
    .filter(({ menu, model, fields }) => menu && model && fields.status)
    .map((entity) => ({
      kind: 'draft',
      path: narrowedPath(entity, draft),
      count: (db: Db) => crud.count(db, entity, draft),
    })),
];

/** What waits for someone who has these rights; nothing that there is none of. */
export async function todo(db: Db, { maySee }: Rights): Promise<{ kind: string; n: number; path: string }[]> {
  const seen = waiting.filter(({ path }) => maySee(path));
  const counted = await Promise.all(seen.map(async ({ kind, path, count }) => ({ kind, n: await count(db), path })));
  const ending = maySee(ad.screen) ? [await endingAds(db)] : [];
  return [...counted, ...ending].filter(({ n }) => n > 0);
}
