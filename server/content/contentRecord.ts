import type { Call } from '../../contract/call.ts';
import type { Entity } from '../../contract/entity.ts';
import { contentEntities } from '../../contract/index.ts';
import { assertMay } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { generic, locking } from '../database/tables.ts';
import type { Caller, OtherCallRunner } from '../engine/callContext.ts';
import { limitConditions } from '../engine/withinLimits.ts';

type Values = Record<string, unknown>;

/** @throws InvalidInput at `entity` if it is no content that is published */
export function contentNamed(name: string): Entity {
  const entity = contentEntities.find((each) => each.name === name && each.fields.state);
  if (!entity) throw new InvalidInput({ entity: { key: 'field_choice' } });
  return entity;
}

/** The entity's edit call, or its create call for a new record. @throws CallError `forbidden` without its rule */
export async function writeCallOf(caller: Caller, entity: Entity, id: number | null | undefined): Promise<Call> {
  const call = id ? entity.calls.update : entity.calls.create;
  if (!call) throw new InvalidInput({ entity: { key: 'field_choice' } });
  await assertMay(caller, call);
  return call;
}

export interface PublishedState {
  id: number;
  col_id: number;
  status: number;
  publish_time: string | null;
  create_time: string;
  version: number;
}

/** Locks the record until the transaction ends, without reading its text. @throws CallError `not_found` */
export async function lockContent(caller: Caller, entity: Entity, id: number): Promise<PublishedState> {
  const { db } = caller;
  const live = generic(db)
    .selectFrom(entity.name)
    .select(['id', 'col_id', 'status', 'publish_time', 'create_time', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((where) => where.and(limitConditions(caller, entity, where)));
  const row = await locking(db, live).executeTakeFirst();
  if (!row) throw new CallError('not_found');
  return row as unknown as PublishedState;
}

/** @returns the values of a working copy as the record's edit reads them @throws InvalidInput */
export function readAsEdit({ read }: OtherCallRunner, { calls }: Entity, id: number, values: Values): Values {
  if (!calls.update) throw new InvalidInput({ entity: { key: 'field_choice' } });
  const { id: _id, ...fields } = read(calls.update, { ...values, id });
  return fields;
}
