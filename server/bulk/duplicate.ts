import type { Call } from '../../contract/call.ts';
import { canDuplicate } from '../../contract/calls/bulk.ts';
import { type Entity, writableFields } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import type { Language } from '../../contract/languages.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import { createYield } from '../core/turns.ts';
import type { Db } from '../database/tables.ts';
import type { CallContext } from '../engine/callContext.ts';
import { paramsOf } from '../engine/kinds/contentParams.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { withoutLocked } from '../engine/withinLimits.ts';
import { sentences } from '../engine/write/runEachInSavepoint.ts';
import { batchIn } from '../recycle/recycled.ts';
import { inSteps, stepMs } from '../steps/inSteps.ts';
import { recordUndo } from '../steps/undoEntries.ts';

type Values = Record<string, unknown>;

/** @throws InvalidInput at `entity` if its records cannot be copied */
export function createCallOf(entity: Entity): Call {
  const { create } = entity.calls;
  if (!create || !canDuplicate(entity)) throw new InvalidInput({ entity: { key: 'field_choice' } });
  return create;
}

interface Copied {
  /** The ids of the copies, in the order of their sources. */
  ids: number[];
  batch: string;
}

/**
 * Copies records in steps, all or none.
 * @throws CallError `not_found`, `copy_refused` with the record's id and its `errors` by field
 */
export function duplicateAll(context: CallContext, entity: Entity, ids: number[]): Promise<Copied> {
  const about = { entity: entity.name, ids };
  const all = [...new Set(ids)];
  const uses = [createCallOf(entity), entity.calls.list];
  return inSteps(context, { entity, uses }, async (steps) => {
    const first = (await context.firstReply('copies', about)) as Copied | undefined;
    if (first) return first;
    const copies: number[] = [];
    while (copies.length < all.length)
      copies.push(
        ...(await steps.step(entity, about, (inside, undo) => {
          const perform = recordUndo(inside.db, entity, undo, context.perform);
          return duplicateSome({ ...inside, perform }, entity, all.slice(copies.length));
        })),
      );
    return steps.finish('copies', about, about, async () => ({ ids: copies, batch: batchIn(context, entity) }));
  });
}

/** Copies as many records as fit into one step. */
async function duplicateSome(inside: CallContext, entity: Entity, ids: number[]): Promise<number[]> {
  const until = performance.now() + stepMs[inside.database.kind];
  const yieldToOthers = createYield(inside.db);
  const copies: number[] = [];
  for (const id of ids) {
    if (copies.length > 0 && performance.now() > until) break;
    await yieldToOthers();
    copies.push(await duplicate(inside, entity, id));
  }
  return copies;
}

async function duplicate(inside: CallContext, entity: Entity, id: number): Promise<number> {
  const source = (await lifecycle.read(inside, entity, id)) as Values | undefined;
  if (!source) throw new CallError('not_found');
  const title = String(source[entity.label] ?? '');
  try {
    const whole = { ...copyOf(entity, source, inside.language), params: await paramsOfCopy(inside.db, source) };
    const copy = await inside.perform(
      { ...inside, copiedFrom: source },
      createCallOf(entity).path,
      withoutLocked(inside, entity, whole),
    );
    return (copy as { id: number }).id;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new CallError('copy_refused', { title }, { id, errors: sentences(inside, error.errors) });
  }
}

function copyOf({ fields, label }: Entity, source: Values, language: Language): Values {
  const { max } = fields[label] as Field;
  return {
    ...Object.fromEntries(
      Object.entries(writableFields(fields))
        .filter(([name, field]) => !beginsAnew(name, field, source[name]))
        .map(([name, field]) => [name, field.of ? withoutUnique(field.of, source[name]) : source[name]]),
    ),
    status: 0,
    [label]: copyTitle(String(source[label] ?? ''), language, max),
  };
}

/** Includes empty parameters, because a new record would get their default values. */
async function paramsOfCopy(db: Db, { col_id, params }: Values): Promise<Values> {
  const optional = (await paramsOf(db, { cid: col_id, sid: 0 })).filter(({ required }) => !required);
  return { ...Object.fromEntries(optional.map(({ name }) => [name, ''])), ...(params as Values | null) };
}

/** Whether a copy begins without the value: a unique one, a counter, a time of publication, a deadline that is over. */
const beginsAnew = (name: string, { kind, counter, unique, notCopied }: Field, value: unknown) =>
  Boolean(counter ?? unique ?? notCopied) ||
  (kind === 'time' && (isOfPublication(name) || Date.parse(String(value)) < Date.now()));

const isOfPublication = (name: string) => name === 'publish_time' || name === 'expire_time';

/** Drops unique values from the rows of a list, such as a product's variants; everything else stays. */
function withoutUnique(of: Readonly<Record<string, Field>>, rows: unknown): unknown {
  if (!Array.isArray(rows)) return rows;
  return rows.map((row: Values) => Object.fromEntries(Object.entries(row).filter(([name]) => !of[name]?.unique)));
}

/** A copy of a copy is not marked twice. */
export function copyTitle(title: string, language: Language, max = 200): string {
  const mark = message(language, 'copy_title', { title: '' });
  const plain = title.endsWith(mark) ? title.slice(0, -mark.length) : title;
  return message(language, 'copy_title', { title: cutAt(plain, max - mark.length) });
}

/** Cuts a text and leaves no half character at its end. */
const cutAt = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
