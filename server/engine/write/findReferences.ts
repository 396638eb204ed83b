import type { Entity } from '../../../contract/entity.ts';
import { entityList } from '../../../contract/index.ts';
import { oncePer } from '../../../contract/oncePer.ts';
import { InvalidInput } from '../../core/errors.ts';
import { type Db, generic, type Row } from '../../database/tables.ts';

/**
 * Counts what prevents a deletion: only children if the record goes to the recycle bin, else also records in the bin.
 */
export async function findReferences(db: Db, entity: Entity, id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { holder, name } of referencesTo(entity)) {
    if (entity.recycle && holder !== entity) continue;
    const many = holder.fields[name]?.kind === 'refs';
    let rows = generic(db)
      .selectFrom(many ? `${holder.name}_${name}` : holder.name)
      .select((select) => select.fn.countAll<number>().as('n'))
      .where(many ? 'ref_id' : name, '=', id);
    if (entity.recycle) rows = rows.where('deleted_at', 'is', null);
    const { n } = await rows.executeTakeFirstOrThrow();
    if (Number(n) > 0) counts[holder.name] = (counts[holder.name] ?? 0) + Number(n);
  }
  return counts;
}

/** @throws InvalidInput if a change would break the `match` of another entity's live records that refer to this one */
export async function assertStillMatches(
  db: Db,
  entity: Entity,
  before: Row,
  changed: readonly string[],
): Promise<void> {
  for (const { holder, name } of referencesTo(entity)) {
    const { match = {} } = holder.fields[name] ?? {};
    const broken = holder === entity ? undefined : changed.find((each) => each in match);
    if (!broken) continue;
    let referring = generic(db)
      .selectFrom(holder.name)
      .select('id')
      .where(name, '=', before.id)
      .where(match[broken] as string, '=', before[broken])
      .limit(1);
    if (holder.recycle) referring = referring.where('deleted_at', 'is', null);
    if (await referring.executeTakeFirst()) throw new InvalidInput({ [broken]: { key: 'field_referred' } });
  }
}

export const referencesTo = oncePer((entity: Entity): { holder: Entity; name: string }[] =>
  entityList
    .filter(({ isLog }) => !isLog)
    .flatMap((holder) =>
      Object.entries(holder.fields)
        .filter(([, field]) => (field.kind === 'ref' || field.kind === 'refs') && field.entity === entity.name)
        .map(([name]) => ({ holder, name })),
    ),
);
