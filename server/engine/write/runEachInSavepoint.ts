import type { Outcome } from '../../../contract/calls/recycle.ts';
import type { Entity } from '../../../contract/entity.ts';
import { type CallError, InvalidInput } from '../../core/errors.ts';
import { message } from '../../core/messages.ts';
import { createYield } from '../../core/turns.ts';
import { inSavepoint } from '../../database/dataVersion.ts';
import type { Caller, Change, OtherCallRunner, RequestInfo, UnitOfWork } from '../callContext.ts';
import { refusalOf } from '../refusal.ts';
import { visibleTitles } from '../withinLimits.ts';

/**
 * A refused record is rolled back and reported; the others continue.
 * @param ms after so long no other record is begun; the outcome counts those that were
 * @throws any error that is not a refusal
 */
export async function runEachInSavepoint<
  C extends UnitOfWork & Pick<RequestInfo, 'language'> & Pick<OtherCallRunner, 'mayCall'>,
>(
  context: C,
  entity: Entity,
  ids: number[],
  work: (inside: C, id: number) => Promise<unknown>,
  ms = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const outcome: Outcome = { done: 0, failed: [] };
  const yieldToOthers = createYield(context.db);
  const until = performance.now() + ms;
  for (const [at, id] of ids.entries()) {
    if (at > 0 && performance.now() > until) break;
    await yieldToOthers();
    const changes: Change[] = [];
    const inside = { ...context, note: (change: Change) => changes.push(change) };
    const refusal = await inSavepoint(context.db, () => work(inside, id), refusalOf);
    if (!refusal) {
      outcome.done++;
      for (const change of changes) context.note(change);
    } else outcome.failed.push(failedBy(context, id, refusal));
  }
  await nameFailed(context, entity, outcome);
  return outcome;
}

/** How a refused record is reported; `nameFailed` adds its title. */
export function failedBy(
  context: Pick<RequestInfo, 'language'>,
  id: number,
  refusal: CallError,
): Outcome['failed'][number] {
  const errors = refusal instanceof InvalidInput ? { errors: sentences(context, refusal.errors) } : {};
  return { id, title: '', msg: message(context.language, refusal.key, refusal.values), ...errors };
}

export const sentences = ({ language }: Pick<RequestInfo, 'language'>, errors: InvalidInput['errors']) =>
  Object.fromEntries(Object.entries(errors).map(([name, { key, values }]) => [name, message(language, key, values)]));

/** Adds the titles of refused records, except for records that the caller's role does not see or whose list it may not read. */
export async function nameFailed(
  caller: Caller & Pick<OtherCallRunner, 'mayCall'>,
  entity: Entity,
  { failed }: Outcome,
): Promise<void> {
  if (failed.length === 0 || !(await caller.mayCall(entity.calls.list))) return;
  const ids = failed.map(({ id }) => id);
  const titles = await visibleTitles(caller, entity, ids);
  for (const each of failed) each.title = titles.get(each.id) ?? '';
}
