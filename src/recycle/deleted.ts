import type { Returned } from '../../contract/call.ts';
import type { recycleList } from '../../contract/calls/recycle.ts';

/** A record in the recycle bin. */
export type Deleted = Returned<typeof recycleList>['data'][number];

export const keyOf = ({ entity, id }: Deleted) => `${entity} ${id}`;
