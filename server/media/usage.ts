import { sql } from 'kysely';
import { systemItem } from '../../contract/configItems.ts';
import { agreement, autoConfig, systemConfig } from '../../contract/configScreens.ts';
import { configItem } from '../../contract/entities/configItem.ts';
import { media } from '../../contract/entities/media.ts';
import type { Entity } from '../../contract/entity.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { canOpen, type Rights } from '../auth/rights.ts';
import { createYield } from '../core/turns.ts';
import { containsExactly, type Db, generic } from '../database/tables.ts';
import type { Caller } from '../engine/callContext.ts';
import type { Feature } from '../engine/hooks.ts';
import { hiddenFields, limitConditions } from '../engine/withinLimits.ts';
import { partsByBytes } from '../engine/write/partsByBytes.ts';

/** Files of the library show whether anything uses them. */
export const mediaUses: Feature = {
  name: 'mediaUses',
  isAbout: ({ name }) => name === media.name,
  derived: {
    // Not `exists`: if one file has most of the uses, PostgreSQL answers it by reading the table from its beginning.
    used: () =>
      sql`case when (select min(stem) from media_use where media_use.stem >= media.stem) = media.stem then 1 else 0 end`,
  },
};

/**
 * A field of a record that contains a file's URL. Id, title and path are empty if the caller may not open the record.
 */
export interface Use {
  entity: string;
  id: number;
  title: string;
  field: string;
  path: string;
}

type Named = Pick<Use, 'id' | 'title' | 'path'>;

export async function usesOf(
  caller: Caller,
  stem: string,
  rights: Rights,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: Use[]; total: number }> {
  const { db } = caller;
  const rows = await db
    .selectFrom('media_use')
    .select(['entity', 'record_id', 'field'])
    .where('stem', '=', stem)
    .orderBy('entity')
    .orderBy('record_id')
    .orderBy('field')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const uses = new Map<string, Named>();
  for (const [name, of] of Map.groupBy(rows, (row) => row.entity)) {
    const entity: Entity = entities[name as EntityName];
    const ids = of.map(({ record_id }) => Number(record_id));
    const records = name === 'config_item' ? await itemsOf(db, ids) : await titlesAndPathsOf(caller, entity, ids);
    const isOpen = canOpen(rights, entity);
    for (const row of records)
      if (name === 'config_item' ? rights.maySee(row.path) : isOpen) uses.set(`${name} ${row.id}`, row);
  }
  const { n } = await db
    .selectFrom('media_use')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('stem', '=', stem)
    .executeTakeFirstOrThrow();
  const data = rows.map(({ entity, record_id, field }) => {
    const isHidden = hiddenFields(caller, entities[entity as EntityName]).includes(field);
    const known = isHidden ? undefined : uses.get(`${entity} ${record_id}`);
    return {
      entity,
      field,
      id: known ? Number(record_id) : 0,
      title: known?.title ?? '',
      path: known?.path ?? '',
    };
  });
  return { data, total: Number(n) };
}

/**
 * Working copies are searched in parts of 4 MB, between which others have their turn. Each counts for at least 8 kB,
 * which bounds the ids of a statement.
 */
const searchedAtOnce = { bytes: 4 * 1024 * 1024, minPerCopy: 8 * 1024 };

/** Counts uses by entity. A working copy that contains the file counts as a use too, although it is only typed yet. */
export async function countUses(db: Db, stem: string): Promise<Record<string, number>> {
  const values = sql.ref('values');
  const uses: Record<string, number> = {};
  const count = (found: { entity: string; n: number }[]) => {
    for (const { entity, n } of found) uses[entity] = (uses[entity] ?? 0) + Number(n);
  };
  const all = await db
    .selectFrom('working_copy')
    .select(['id', sql<number>`octet_length(${values})`.as('bytes')])
    .execute();
  const sizeOf = ({ bytes }: { bytes: number }) => Math.max(Number(bytes), searchedAtOnce.minPerCopy);
  const yieldToOthers = createYield(db);
  for (const part of partsByBytes(all, sizeOf, searchedAtOnce.bytes)) {
    await yieldToOthers();
    const ids = part.map(({ id }) => id);
    const copies = db
      .selectFrom('working_copy')
      .select((select) => ['entity', select.fn.countAll<number>().as('n')])
      .where('id', 'in', ids)
      .where(containsExactly(db, values, stem));
    count(await copies.groupBy('entity').execute());
  }
  const counts = await db
    .selectFrom('media_use')
    .select((select) => ['entity', select.fn.countAll<number>().as('n')])
    .where('stem', '=', stem)
    .groupBy('entity')
    .execute();
  count(counts);
  return uses;
}

/** Configuration items belong to several screens, so each gets its own path. */
async function itemsOf(db: Db, ids: number[]): Promise<Named[]> {
  const rows = await db
    .selectFrom('config_item')
    .leftJoin('config_group', 'config_group.id', 'config_item.groupId')
    .select(['config_item.id', 'en_name', 'zh_name', 'config_group.kind'])
    .where('config_item.id', 'in', ids)
    .execute();
  return rows.map(({ id, en_name, zh_name, kind }) => {
    const isAgreement = systemItem(en_name)?.group === 'agreement';
    const path = isAgreement ? agreement.screen : itemScreens[kind ?? 'extend'];
    return { id: Number(id), title: zh_name, path: path ?? '' };
  });
}
const itemScreens: Record<string, string> = {
  system: systemConfig.screen,
  auto: autoConfig.screen,
  extend: configItem.screen,
};

async function titlesAndPathsOf(caller: Caller, entity: Entity, ids: number[]): Promise<Named[]> {
  const rows = await generic(caller.db)
    .selectFrom(entity.name)
    .select(['id', entity.label])
    .where('id', 'in', ids)
    .where((where) => where.and(limitConditions(caller, entity, where)))
    .execute();
  return (rows as unknown as Record<string, unknown>[]).map((row) => ({
    id: Number(row.id),
    title: String(row[entity.label] ?? ''),
    path: `${listPath(entity)}/${row.id}`,
  }));
}
