import { login, logout } from '../../contract/calls/auth.ts';
import type { RecentOperation } from '../../contract/calls/console.ts';
import { codecs } from '../../contract/codecs.ts';
import { admin } from '../../contract/entities/admin.ts';
import { operationLog } from '../../contract/entities/logs.ts';
import { entityList, findEntity } from '../../contract/index.ts';
import { maskedValue } from '../../contract/secrets.ts';
import { canOpen, type Rights } from '../auth/rights.ts';
import { type Db, generic } from '../database/tables.ts';
import type { SignedIn } from '../engine/callContext.ts';
import { nicknameSql } from '../engine/nicknames.ts';
import { limitConditions } from '../engine/withinLimits.ts';

type Operation = Omit<RecentOperation, 'name'>;

/** Other administrators' operations only for callers who may read the operation log. */
export async function lastOperations(db: Db, caller: SignedIn, rights: Rights): Promise<RecentOperation[]> {
  let last = db
    .selectFrom('operation_log')
    .select(['id', 'username', 'path', 'title', 'target', 'target_id', 'create_time'])
    .select(nicknameSql('operation_log').as('nickname'))
    .where('code', '=', 1)
    // Sign-ins and sign-outs would fill the list, and say nothing about the site.
    .where('path', 'not in', [login.path, logout.path])
    .orderBy('id', 'desc')
    .limit(10);
  if (!canOpen(rights, operationLog) || caller.limits) {
    last = last.where('admin_id', '=', caller.id);
    // Its name tells a program from its owner.
    if (caller.programTokenId) last = last.where('username', '=', caller.username);
  }
  const operations = await last.execute();
  const names = await currentNames(db, caller, rights, operations);
  const unnamed = operations.filter((operation) => operation.target_id && !names.has(recordKey(operation)));
  const logged = await loggedNames(db, unnamed);
  return operations.map((operation) => ({
    ...operation,
    name: names.get(recordKey(operation)) ?? logged.get(operation.id) ?? '',
  }));
}

const recordKey = ({ target, target_id }: Operation) => `${target} ${target_id}`;

/** Names of records that the caller may open, and of the caller's own account, by `recordKey`. */
async function currentNames(db: Db, caller: SignedIn, rights: Rights, operations: Operation[]) {
  const { id, username } = caller;
  const names = new Map([[`${admin.name} ${id}`, username]]);
  for (const entity of entityList.filter((each) => canOpen(rights, each))) {
    const ids = operations.flatMap(({ target, target_id }) => (target === entity.name ? (target_id ?? []) : []));
    if (ids.length === 0) continue;
    const records = await generic(db)
      .selectFrom(entity.name)
      .select(['id', entity.label])
      .where('id', 'in', ids)
      .where((where) => where.and(limitConditions({ admin: caller }, entity, where)))
      .execute();
    for (const record of records as unknown as Record<string, unknown>[])
      names.set(`${entity.name} ${record.id}`, String(record[entity.label] ?? ''));
  }
  return names;
}

/** Names of records by operation, for operations that set or changed the name, because only those logged it. */
async function loggedNames(db: Db, operations: Operation[]): Promise<Map<number, string>> {
  if (operations.length === 0) return new Map();
  const details = await db
    .selectFrom('operation_log')
    .select(['id', 'target', 'before', 'after'])
    .where(
      'id',
      'in',
      operations.map(({ id }) => id),
    )
    .execute();
  return new Map(
    details.flatMap(({ id, target, before, after }) => {
      const entity = findEntity(target);
      const values = { ...valuesIn(before), ...valuesIn(after) };
      const name = entity && values[entity.label];
      return typeof name === 'string' && name !== maskedValue ? [[id, name] as const] : [];
    }),
  );
}

const valuesIn = (stored: string | null) => codecs.params.decode(stored);
