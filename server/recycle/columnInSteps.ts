import type { Outcome } from '../../contract/calls/recycle.ts';
import { column } from '../../contract/entities/column.ts';
import type { Entity } from '../../contract/entity.ts';
import { contentEntities } from '../../contract/index.ts';
import { hasDeletedWith } from '../content/contentState.ts';
import type { Db } from '../database/tables.ts';
import type { CallContext } from '../engine/callContext.ts';
import { refusalOf } from '../engine/refusal.ts';
import { withDescendants } from '../engine/tree.ts';
import { assertColumnsWhole, assertVisible } from '../engine/withinLimits.ts';
import { failedBy, nameFailed } from '../engine/write/runEachInSavepoint.ts';
import { inSteps } from '../steps/inSteps.ts';
import { assertUnused, purge, purgeSome } from './purge.ts';
import { takeDeleted } from './recycled.ts';
import { restore } from './restore.ts';
import { restoreSome } from './restoreTogether.ts';

/** The column and those below it, also deleted ones. */
const columnsBelow = async (db: Db, id: number) =>
  withDescendants(await db.selectFrom('column').select(['id', 'pid']).execute(), id);

/** @throws CallError `not_found`, `column_others` if the caller's limits hide the column or some of its contents */
async function assertWhole(context: CallContext, id: number): Promise<void> {
  await assertVisible(context, column, id);
  await assertColumnsWhole(context, contentEntities, await columnsBelow(context.db, id));
}

const about = (id: number) => ({ entity: column.name, ids: [id] });

/** A column's contents come back in steps before it, so that nobody waits for long; all or nothing. @throws as `restore` */
export function restoreColumn(context: CallContext, id: number): Promise<void> {
  const name = `restore ${id}`;
  return inSteps(context, { entity: column, uses: [column.calls.delete] }, async (steps) => {
    if (await context.firstReply(name, about(id))) return;
    await steps.step(column, about(id), async (inside) => {
      await assertWhole(inside, id);
      await takeDeleted(inside.db, column, id);
    });
    for (const entity of contentEntities) {
      let isLeft = await hasDeletedWith(context.database.db, entity, id);
      while (isLeft)
        isLeft = await steps.step(entity, about(id), (inside, undo) => restoreSome(inside, entity, id, undo));
    }
    await steps.finish(name, about(id), about(id), async (inside) => {
      await assertWhole(inside, id);
      await restore(inside, column, id);
      return { restored: id };
    });
  });
}

/**
 * A column's contents are deleted for good in steps before it. Who ends it in between finds the column in the recycle bin, with the rest.
 * @throws as `purge`
 */
export async function purgeColumn(context: CallContext, id: number): Promise<void> {
  const uses = [column.calls.delete];
  const step = (name: string, work: (inside: CallContext) => Promise<unknown>) =>
    context.step(`${name} ${id}`, about(id), about(id), async (inside) => ({ result: await work(inside) }));
  if (await context.firstReply(`purge ${id}`, about(id))) return;
  const columns = await columnsBelow(context.database.db, id);
  let n = 0;
  const purgeContents = async (entity: Entity) => {
    const { result } = await step(`${entity.name} ${n++}`, async (inside) => {
      await assertWhole(inside, id);
      await takeDeleted(inside.db, column, id);
      await assertUnused(inside.db, column, columns);
      return purgeSome(inside, entity, columns);
    });
    return result === true;
  };
  for (const entity of contentEntities) {
    let isLeft = await hasDeletedWith(context.database.db, entity, id);
    while (isLeft) {
      await context.admitAgain(uses);
      isLeft = await purgeContents(entity);
    }
  }
  await step('purge', async (inside) => {
    await assertWhole(inside, id);
    await purge(inside, column, id);
  });
}

/** Work that begins transactions of its own, for one column after the other. What is refused for one is told, and the others go on. */
export async function forEachColumn(
  context: CallContext,
  ids: number[],
  work: (context: CallContext, id: number) => Promise<void>,
): Promise<Outcome> {
  const outcome: Outcome = { done: 0, failed: [] };
  for (const [at, id] of ids.entries()) {
    if (at > 0) await context.admitAgain([column.calls.delete]);
    try {
      await work(context, id);
      outcome.done++;
    } catch (error) {
      const refusal = refusalOf(error as Error);
      if (!refusal) throw error;
      // A session or a right that has ended is no refusal of this column alone.
      await context.admitAgain([column.calls.delete]);
      outcome.failed.push(failedBy(context, id, refusal));
    }
  }
  await nameFailed(context, column, outcome);
  return outcome;
}
