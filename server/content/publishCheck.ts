import { type CheckRule, checkRules } from '../../contract/calls/check.ts';
import type { Entity } from '../../contract/entity.ts';
import { contentEntities, ruleOf } from '../../contract/index.ts';
import { type Limit, takeAttempt } from '../auth/limits.ts';
import { rightsOf } from '../auth/rights.ts';
import { configValues } from '../config/config.ts';
import { type FieldErrors, InvalidInput, lacksRule } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import { askedOnce } from '../database/dataVersion.ts';
import type { Db } from '../database/tables.ts';
import { asProgram, type CallContext, type Caller, type Handlers, type SignedIn } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { assertNothingHiddenInCopy, assertWithinColumns, hiddenFields } from '../engine/withinLimits.ts';
import { type PublishedState, readAsEdit } from './contentRecord.ts';
import { deadOf } from './deadLinks.ts';
import { addressesOf, type Finding, findingsOf } from './findings.ts';
import { assertTyped } from './typedValues.ts';

type Values = Record<string, unknown>;
/** Each check asks up to 40 other hosts. */
const linkChecks: Limit = { most: 30, seconds: 5 * 60 };

interface Asked {
  entity: string;
  fields?: unknown;
}

async function settingsOf(db: Db) {
  const { check_words, check_block } = await askedOnce(db, 'config', 'publish check', () =>
    configValues(db, ['check_words', 'check_block']),
  );
  const parts = (text: string) =>
    text
      .split(/[,，、\n]/)
      .map((part) => part.trim())
      .filter(Boolean);
  const { forbidden = [], harmless = [] } = Object.groupBy(parts(check_words), (word) =>
    word.startsWith('-') ? 'harmless' : 'forbidden',
  );
  return {
    words: { forbidden, harmless: harmless.map((word) => word.slice(1)) },
    blocking: parts(check_block).filter((rule) => checkRules.includes(rule as CheckRule)),
  };
}

/** @throws CallError `forbidden` if the caller may neither add nor edit these records */
async function readCheckedEntity(
  { db, admin }: CallContext,
  { entity: name, fields }: Asked,
): Promise<{ entity: Entity; values: Values }> {
  const entity = contentEntities.find((each) => each.name === name);
  const { create, update } = entity?.calls ?? {};
  if (!entity || !update) throw new InvalidInput({ entity: { key: 'field_choice' } });
  const { holds } = await rightsOf(db, admin as SignedIn);
  const rules = [create, update].flatMap((call) => (call ? (ruleOf(call) ?? []) : []));
  if (!rules.some(holds)) throw lacksRule(ruleOf(update));
  assertTyped(update.params, (fields ?? {}) as Values);
  return { entity, values: (fields ?? {}) as Values };
}

const toCheckReply = ({ language }: CallContext, findings: Finding[]) =>
  findings.map(({ rule, field, key, values, found = [] }) => ({
    rule,
    field,
    found,
    msg: message(language, key, values),
  }));

/**
 * Refuses to publish or submit a record that breaks one of the rules named by the configuration.
 * @param readBefore reads the record as it is; null for a new one
 * @throws InvalidInput at the fields
 */
export async function assertPublishable(
  caller: Caller,
  entity: Entity,
  changes: Values,
  readBefore: () => Promise<Values | null>,
): Promise<void> {
  const { words, blocking } = await settingsOf(caller.db);
  if (blocking.length === 0) return;
  const after: Values = { ...(await readBefore()), ...changes };
  // A record that a reviewer could not publish is not submitted either.
  if (Number(after.status) !== 1 && changes.status !== 2) return;
  const refused = findingsOf(entity, after, words).filter(({ rule }) => blocking.includes(rule));
  if (refused.length === 0) return;
  // If the caller does not see a text, the refusal names no word and no number of it.
  const hidden = hiddenFields(caller, entity);
  const told = refused.map(({ field, key, values }): [string, FieldErrors[string]] =>
    hidden.includes(field) ? ['status', { key: 'check_hidden' }] : [field, { key, ...(values && { values }) }],
  );
  throw new InvalidInput(Object.fromEntries(told), 'check_blocked');
}

/**
 * Returns what publishing a working copy of a published record would write. Its author is still here for this check.
 * @throws CallError `copy_hidden`; InvalidInput at what would be refused
 */
export async function readPublishable(
  context: CallContext,
  entity: Entity,
  record: PublishedState,
  copy: Values,
): Promise<Values> {
  assertNothingHiddenInCopy(context, entity, copy);
  const values = readAsEdit(context, entity, record.id, copy);
  assertWithinColumns(context, entity, values, { ...record });
  const readBefore = async () =>
    ((await lifecycle.read(asProgram(context.db), entity, record.id)) ?? null) as Values | null;
  await assertPublishable(context, entity, { ...values, status: 1 }, readBefore);
  return values;
}

export const checkHandlers = {
  'base.Check/content': async (context, asked) => {
    const { entity, values } = await readCheckedEntity(context, asked);
    return toCheckReply(context, findingsOf(entity, values, (await settingsOf(context.db)).words));
  },

  'base.Check/links': async (context, asked) => {
    const { entity, values } = await readCheckedEntity(context, asked);
    await takeAttempt(context.database, { [`check-links:${(context.admin as SignedIn).id}`]: linkChecks });
    const addresses = addressesOf(entity, values);
    const dead = await deadOf(context, [...addresses.keys()]);
    return toCheckReply(
      context,
      dead.map((url) => ({
        rule: 'link',
        field: addresses.get(url) ?? '',
        key: 'check_link',
        values: { url },
        found: [url],
      })),
    );
  },
} satisfies Partial<Handlers>;
