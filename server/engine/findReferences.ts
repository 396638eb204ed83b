import type { Entity } from '../../contract/entity.ts';
import { entityList } from '../../contract/index.ts';
import { type Db, generic } from '../database/tables.ts';

/** What prevents a deletion: only children if the record goes to the recycle bin, else also records in the bin. */
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

export const referencesTo = (entity: Entity): { holder: Entity; name: string }[] =>
  entityList
    .filter(({ isLog }) => !isLog)
    .flatMap((holder) =>
      Object.entries(holder.fields)
        .filter(([, field]) => (field.kind === 'ref' || field.kind === 'refs') && field.entity === entity.name)
        .map(([name]) => ({ holder, name })),
    );
