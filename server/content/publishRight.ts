import type { Entity } from '../../contract/entity.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { mayPublish } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { type AnyHandler, type Caller, isOwnOfPerson } from '../engine/callContext.ts';
import { assertVisible } from '../engine/withinLimits.ts';
import { reviewOf } from '../engine/workingCopies.ts';
import { lockContent } from './contentRecord.ts';
import { assertPublishable } from './publishCheck.ts';

/** Only the person who submitted a draft may withdraw it; who may publish is not asked. @throws CallError `review_others` */
async function assertSubmittedByCaller(caller: Caller, { name }: Entity, id: number): Promise<void> {
  const review = await reviewOf(caller.db, name, id);
  const isSubmitted = review?.state === 'submitted';
  if (isSubmitted && !isOwnOfPerson(caller, review.author_id)) throw new CallError('review_others');
}

/** @throws CallError `review_others` if the caller has not submitted it and may not publish */
export async function assertMayWithdraw(caller: Caller, entity: Entity, id: number): Promise<void> {
  if (!(await mayPublish(caller, entity))) await assertSubmittedByCaller(caller, entity, id);
}

/**
 * A content's own create and edit calls: what the public sees is changed only with the right to publish, and by the rules
 * of the configuration. A draft that is published without a time of its own gets the current one.
 */
export const writeContent =
  (write: AnyHandler, entity: Entity): AnyHandler =>
  async (context, params, prepared) => {
    const id = Number(params.id ?? 0);
    if (id) await assertVisible(context, entity, id);
    const isPublishing = params.status === 1;
    const isAllowed = !context.admin || (await mayPublish(context, entity));
    if (!isAllowed && isPublishing) throw new InvalidInput({ status: { key: 'publish_right' } }, 'publish_right');
    // The lock keeps somebody else from publishing it until this write is done.
    const before = id && (isPublishing || !isAllowed) ? await lockContent(context, entity, id) : undefined;
    if (!isAllowed && before?.status === 1) throw new CallError('publish_right');
    if (!isAllowed && before?.status === 2 && params.status === 0) await assertSubmittedByCaller(context, entity, id);
    await assertPublishable(context, entity, params);
    const hasDefaultTime = before && before.status !== 1 && before.publish_time === before.create_time;
    const isTimeOpen = isPublishing && hasDefaultTime && params.publish_time === undefined;
    return write(context, isTimeOpen ? { ...params, publish_time: toIsoSeconds(new Date()) } : params, prepared);
  };
