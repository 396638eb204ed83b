import type { Entity } from '../../contract/entity.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { mayPublish } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { type Caller, isOwnOfPerson, type UnitOfWork } from '../engine/callContext.ts';
import type { Feature, Write } from '../engine/hooks.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { assertPublishable } from './publishCheck.ts';
import { reviewOf } from './workingCopies.ts';

/**
 * Only the right to publish lets one change what the public sees, and the rules of the configuration apply. A draft
 * that is published without a time of its own gets the current one.
 */
export const publishing: Feature = {
  name: 'publishing',
  isAbout: ({ fields }) => fields.state !== undefined,
  mayWrite: assertMayPublish,
  beforeWrite: async (_context, { before, sent }) => {
    const hasDefaultTime = before && before.status !== 1 && before.publish_time === before.create_time;
    const isTimeOpen = sent.status === 1 && hasDefaultTime && sent.publish_time === undefined;
    return isTimeOpen ? { publish_time: toIsoSeconds(new Date()) } : undefined;
  },
  check: async (context, { event, entity, before, sent }) => {
    // The program itself writes what it was told to, and a record comes back from the recycle bin as it was.
    if (context.admin && event !== 'restore') await assertPublishable(context, entity, sent, async () => before);
  },
};

/** @throws CallError `publish_right`, `publicity_right`, `review_others`; InvalidInput at `status` */
async function assertMayPublish(context: UnitOfWork, { event, entity, before, sent }: Write): Promise<void> {
  if (event === 'delete') return;
  const isPublic = before?.status === 1;
  if (event === 'restore' || event === 'appear') {
    if (isPublic && !(await mayPublish(context, entity))) throw new CallError('publicity_right');
    return;
  }
  const isPublishing = sent.status === 1;
  const isWithdrawing = before?.status === 2 && sent.status === 0;
  if (!(isPublishing || isPublic || isWithdrawing) || (await mayPublish(context, entity))) return;
  if (isPublishing) throw new InvalidInput({ status: { key: 'publish_right' } }, 'publish_right');
  if (isPublic) throw new CallError('publish_right');
  await assertSubmittedByCaller(context, entity, Number(before?.id));
}

/**
 * Refuses a caller who may not publish, unless this person submitted the draft.
 * @throws CallError `review_others`
 */
async function assertSubmittedByCaller(caller: Caller, { name }: Entity, id: number): Promise<void> {
  const review = await reviewOf(caller.db, name, id);
  const isSubmitted = review?.state === 'submitted';
  if (isSubmitted && !isOwnOfPerson(caller, review.author_id)) throw new CallError('review_others');
}

/** @throws CallError `review_others` if the caller has not submitted it and may not publish */
export async function assertMayWithdraw(caller: Caller, entity: Entity, id: number): Promise<void> {
  if (!(await mayPublish(caller, entity))) await assertSubmittedByCaller(caller, entity, id);
}

/** Published contents become public together with their column. @throws CallError `publicity_right` */
export const assertMayAppear = (context: UnitOfWork, entity: Entity): Promise<void> =>
  lifecycle.assertMayWrite(context, { event: 'appear', entity, before: { status: 1 }, sent: {} });
