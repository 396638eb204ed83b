import { publish } from '../../contract/calls/publishing.ts';
import type { Entity } from '../../contract/entity.ts';
import { ruleOf } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { mayCall } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { generic } from '../database/tables.ts';
import type { AnyHandler } from '../engine/callContext.ts';
import * as crud from '../engine/crud.ts';
import { assertPublishable } from './publishCheck.ts';

/**
 * A content's own create and edit calls: what the public sees is changed only with the right to publish, and by the rules
 * of the configuration. A draft that is published without a time of its own gets the current one.
 */
export const writeContent =
  (unchecked: AnyHandler, entity: Entity): AnyHandler =>
  async (context, params, prepared) => {
    const write: AnyHandler = async (...given) => {
      await assertPublishable(context, entity, params);
      return unchecked(...given);
    };
    const { db, admin } = context;
    const id = Number(params.id ?? 0);
    const isPublishing = params.status === 1;
    const mayPublish = !admin || (await mayCall(context, publish));
    if (!mayPublish && isPublishing) throw new InvalidInput({ status: { key: 'publish_right' } }, 'publish_right');
    if (!id || (mayPublish && !isPublishing)) return write(context, params, prepared);
    // The lock keeps somebody else from publishing it until this write is done.
    const before = mayPublish
      ? await generic(db)
          .selectFrom(entity.name)
          .select(['status', 'publish_time', 'create_time'])
          .where('id', '=', id)
          .executeTakeFirst()
      : ((await crud.lock(db, entity, id)) as Record<string, unknown>);
    if (!mayPublish && before?.status === 1) throw new CallError('publish_right', { rule: ruleOf(publish) ?? '' });
    const isDefaultTime = before && before.status !== 1 && before.publish_time === before.create_time;
    if (isPublishing && isDefaultTime && params.publish_time === undefined)
      return write(context, { ...params, publish_time: toIsoSeconds(new Date()) }, prepared);
    return write(context, params, prepared);
  };
