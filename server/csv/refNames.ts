import type { Entity } from '../../contract/entity.ts';
import { CallError } from '../core/errors.ts';
import { generic } from '../database/tables.ts';
import type { Caller } from '../engine/callContext.ts';
import { limitConditions } from '../engine/withinLimits.ts';
import { entityNamed } from '../recycle/recycled.ts';

/** The names of referenced records in a file: the plain name if it is unique, else `name#id`. */
export interface RefNames {
  nameOf(entity: string | undefined, id: number): string;
  /**
   * @param name or `name#id`, `#id`; a number is an id only where no record is named by a number
   * @throws CallError if no record has the name, or several have
   */
  idOf(entity: string | undefined, name: string): number;
  add(entity: string, id: number, name: string): void;
}

const isNumber = /^\d+$/;

/**
 * Names the records that the caller's limits leave. What else a record refers to is `#id` in an export, which an import reads as the same
 * reference.
 */
export async function refNamesOf(caller: Caller, { fields }: Entity): Promise<RefNames> {
  const titles = new Map<string, Map<number, string>>();
  const idsBy = new Map<string, Map<string, number[]>>();
  const namedByNumbers = new Set<string>();
  const add = (entity: string, id: number, name: string) => {
    titles.get(entity)?.set(id, name);
    if (isNumber.test(name)) namedByNumbers.add(entity);
    const ids = idsBy.get(entity);
    const ofName = ids?.get(name);
    if (ofName) ofName.push(id);
    else ids?.set(name, [id]);
  };
  const wanted = new Set(
    Object.values(fields).flatMap(({ kind, entity }) => (kind.startsWith('ref') && entity ? [entity] : [])),
  );
  for (const name of wanted) {
    const entity = entityNamed(name);
    const { label, recycle } = entity;
    titles.set(name, new Map());
    idsBy.set(name, new Map());
    let rows = generic(caller.db)
      .selectFrom(name)
      .select(['id', label])
      .where((where) => where.and(limitConditions(caller, entity, where)))
      .orderBy('id');
    if (recycle) rows = rows.where('deleted_at', 'is', null);
    for (const row of (await rows.execute()) as Record<string, unknown>[])
      add(name, Number(row.id), String(row[label] ?? '').trim());
  }
  return {
    add,
    nameOf: (entity = '', id) => {
      const title = titles.get(entity)?.get(id) ?? '';
      const isClear =
        title !== '' && idsBy.get(entity)?.get(title)?.length === 1 && !isNumber.test(title) && !/#\d+$|\|/.test(title);
      return isClear ? title : `${title.replaceAll('|', ' ')}#${id}`;
    },
    idOf: (entity = '', name) => {
      const [, own] = /#(\d+)$/.exec(name) ?? [];
      if (own !== undefined) return Number(own);
      if (isNumber.test(name) && !namedByNumbers.has(entity)) return Number(name);
      const ids = idsBy.get(entity)?.get(name.trim()) ?? [];
      if (ids.length > 1) throw new CallError('csv_same_name');
      if (ids[0] === undefined) throw new CallError('field_no_record_named', { name: name.trim() });
      return ids[0];
    },
  };
}
