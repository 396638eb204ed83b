import { assertMayList, mayCall } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import type { Row } from '../database/tables.ts';
import type { Handlers, SignedIn } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { assertNothingHiddenInCopy, assertVisible } from '../engine/withinLimits.ts';
import { contentNamed, lockContent, writeCallOf } from './contentRecord.ts';
import { endPreviews, pagePattern, pageUrl, startPreview } from './previews.ts';
import { readPublishable } from './publishCheck.ts';
import { assertMayWithdraw } from './publishRight.ts';
import { copyOf, digestOf, dropCopy, dropReview, makerOf, ownCopy, reviewOf, setReview } from './workingCopies.ts';

type Values = Record<string, unknown>;

export const publishingHandlers = {
  'base.content/publish': async (context, { entity: name, id, digest, version }) => {
    const entity = contentNamed(name);
    const { path } = await writeCallOf(context, entity, id);
    const record = await lockContent(context, entity, id);
    // If there is no digest, it must be the caller's own copy, because nobody has seen what somebody else's holds.
    const copy = digest ? await copyOf(context.db, name, id) : await ownCopy(context, name, id);
    if (digest && (!copy || digest !== digestOf(context, copy))) throw new CallError('copy_changed');
    // All of a draft becomes public, but the digest is only of what the copy changes.
    if (digest && record.status !== 1 && !version) throw new InvalidInput({ version: { key: 'field_required' } });
    if (copy?.is_stale) throw new CallError('copy_stale');
    const values = copy ? (JSON.parse(copy.values) as Values) : {};
    assertNothingHiddenInCopy(context, entity, values);
    await dropCopy(context.db, name, id);
    const saved = await context.perform(context, path, {
      ...values,
      ...(record.status !== 1 && { status: 1 }),
      ...(version && { version }),
      id,
    });
    context.say('published');
    return saved as { id: number; version: number };
  },

  'base.content/submitForReview': async (context, { entity: name, id }) => {
    const entity = contentNamed(name);
    const { path } = await writeCallOf(context, entity, id);
    const record = await lockContent(context, entity, id);
    const copy = await ownCopy(context, name, id);
    if (record.status === 1) {
      if (!copy) throw new CallError('not_found');
      await readPublishable(context, entity, record, JSON.parse(copy.values));
      const review = await reviewOf(context.db, name, id);
      // A submitted copy keeps its submitter, who may withdraw it, also if somebody else has taken it over meanwhile.
      const submitter = review?.state === 'submitted' ? { author_id: review.author_id } : {};
      await setReview(context, name, id, { state: 'submitted', ...submitter });
      context.note({ target: name, target_id: id, after: { review: 'submitted' } });
    } else {
      const typed = JSON.parse(copy?.values ?? '{}') as Values;
      assertNothingHiddenInCopy(context, entity, typed);
      await context.perform(context, path, { ...typed, id, status: 2 });
    }
    context.say('submitted');
    return undefined;
  },

  'base.content/withdrawFromReview': async (context, { entity: name, id }) => {
    const entity = contentNamed(name);
    const { path } = await writeCallOf(context, entity, id);
    const { status } = await lockContent(context, entity, id);
    if (status === 2) await context.perform(context, path, { id, status: 0 });
    else {
      await ownCopy(context, name, id);
      const review = await reviewOf(context.db, name, id);
      if (review?.state !== 'submitted') throw new CallError('not_found');
      // Whoever has taken the copy over has not submitted it, and may withdraw it only with the right to publish.
      await assertMayWithdraw(context, entity, id);
      await dropReview(context.db, name, id);
      context.note({ target: name, target_id: id, before: { review: 'submitted' }, after: { review: '' } });
    }
    context.say('withdrawn');
    return undefined;
  },

  'base.content/returnToAuthor': async (context, { entity: name, id, note }) => {
    const entity = contentNamed(name);
    const { path } = await writeCallOf(context, entity, id);
    const { status } = await lockContent(context, entity, id);
    const review = await reviewOf(context.db, name, id);
    if (!review && status !== 2) throw new CallError('not_found');
    if (status === 2) await context.perform(context, path, { id, status: 0 });
    await setReview(context, name, id, { state: 'returned', note, author_id: review?.author_id ?? null });
    context.note({
      target: name,
      target_id: id,
      after: { review: 'returned', note },
      version: { event: 'update', words: note },
    });
    context.say('returned');
    return undefined;
  },

  'base.content/previewLink': async (context, { entity: name, id }) => {
    const entity = contentNamed(name);
    await assertMayList(context, entity);
    const [row] = await lifecycle.rowsOf(context, entity, { ids: [id] }, { heavy: false });
    if (!row) throw new CallError('not_found');
    const pattern = await pagePattern(context.db, context.settings);
    const { token, expires } = await startPreview(context.db, name, id, context.admin as SignedIn);
    context.note({ target: name, target_id: id, after: { preview: expires } });
    return { url: pageUrl(pattern, row as Row, name, token), expires };
  },

  'base.content/revokePreviews': async (context, { entity: name, id }) => {
    const entity = contentNamed(name);
    await assertMayList(context, entity);
    await assertVisible(context, entity, id);
    const mayEdit = entity.calls.update !== undefined && (await mayCall(context, entity.calls.update));
    await endPreviews(context.db, name, id, mayEdit ? undefined : makerOf(context));
    context.note({ target: name, target_id: id, after: { preview: null } });
    return undefined;
  },
} satisfies Partial<Handlers>;
