import type { Db } from '../database/tables.ts';

/** The values of the operator's own items for the public site, by group and name; no secrets. */
export async function extensionValues(db: Db): Promise<Record<string, Record<string, string>>> {
  const rows = await db
    .selectFrom('config_group')
    .leftJoin('config_item', (join) =>
      join.onRef('config_item.groupId', '=', 'config_group.id').on('config_item.type', '<>', 'secret'),
    )
    .select(['ident', 'en_name', 'value'])
    .where('kind', '=', 'extend')
    .orderBy('config_item.sort')
    .orderBy('config_item.id')
    .execute();
  const values: Record<string, Record<string, string>> = Object.create(null);
  for (const { ident, en_name, value } of rows) {
    values[ident] ??= Object.create(null) as Record<string, string>;
    if (en_name !== null) Object.assign(values[ident], { [en_name]: value ?? '' });
  }
  return values;
}
