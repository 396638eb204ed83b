import { maxTreeLevels } from '../../../contract/entity.ts';
import { entityList } from '../../../contract/index.ts';
import { askedOnce, oneAtATime } from '../../database/dataVersion.ts';
import { generic, isPostgres } from '../../database/tables.ts';
import { heightOf, levelOf, pathTo } from '../tree.ts';
import { type Checked, type KindRules, refuse, type Verdict } from './kindRules.ts';

/** A reference to a record. */
export const ref: KindRules = {
  check: async (checked) => {
    if (!(await exist(checked, [checked.value]))) return refuse('field_no_record');
    return (await checkTreePosition(checked)) ?? { value: checked.value };
  },
};

/** References to several records. */
export const refs: KindRules = {
  check: async (checked) =>
    (await exist(checked, checked.value as number[])) ? { value: checked.value } : refuse('field_no_record'),
};

const recycled = new Set(entityList.filter((entity) => entity.recycle).map((entity) => entity.name));

/**
 * Two simultaneous moves could put each record under the other, so the second one waits. What is too deep already may move up.
 * @returns a refusal, if there is one
 */
async function checkTreePosition(checked: Checked): Promise<Verdict | undefined> {
  const { db, entity, field, name, value, before } = checked;
  if (!entity.tree || field.entity !== entity.name || !value || Number(before?.[name]) === Number(value))
    return undefined;
  await oneAtATime(db, `${entity.name} tree`);
  const tooDeep = refuse('tree_deep', { limit: maxTreeLevels });
  if (!before) {
    const isFull = (await levelOf(db, entity, Number(value), maxTreeLevels)) === maxTreeLevels;
    return isFull ? tooDeep : undefined;
  }
  const above = await pathTo(db, entity, Number(value));
  if (above.includes(before.id)) return refuse('under_itself');
  const level = above.length + 1;
  const isInside = level + (await heightOf(db, entity, before.id, maxTreeLevels + 1)) - 1 <= maxTreeLevels;
  const movesUp = isInside || level < (await pathTo(db, entity, before.id)).length;
  return movesUp ? undefined : tooDeep;
}

async function exist({ db, field, draft, before }: Checked, wanted: unknown[]): Promise<boolean> {
  const ids = [...new Set(wanted.filter((id) => id !== null && id !== undefined))];
  if (ids.length === 0) return true;
  const among = Object.entries(field.where ?? {}).map(([name, value]) => [name, [value].flat()] as const);
  const equal = Object.entries(field.match ?? {}).map(
    ([name, own]) => [name, (own in draft ? draft[own] : before?.[own]) ?? null] as const,
  );
  return askedOnce(db, field.entity as string, JSON.stringify([ids, among, equal]), async () => {
    let found = generic(db)
      .selectFrom(field.entity as string)
      .select('id')
      .where('id', 'in', ids);
    for (const [name, values] of among) found = found.where(name, 'in', values);
    for (const [name, value] of equal) found = found.where(name, value === null ? 'is' : '=', value);
    const isRecycled = recycled.has(field.entity as string);
    if (isRecycled) found = found.where('deleted_at', 'is', null);
    // Before this record is saved the target must neither go to the recycle bin nor stop matching. SQLite has only one writer.
    if (isPostgres(db) && (isRecycled || field.match)) found = found.forShare();
    return (await found.execute()).length === ids.length;
  });
}
