import { type SystemItem, systemItems } from '../../contract/configItems.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { newRecordStamps } from '../core/clock.ts';
import type { Db } from './tables.ts';

const items: [string, SystemItem][] = Object.entries(systemItems);

/** Adds items that are new in this version and updates the descriptions of existing ones. Their values stay. */
export async function seedConfig(db: Db): Promise<void> {
  const now = toIsoSeconds(new Date());
  const names = items.map(([name]) => name);
  const there = await db
    .selectFrom('config_item')
    .select(['en_name', 'groupId', 'zh_name', 'type', 'tip', 'options', 'sort'])
    .where('en_name', 'in', names)
    .execute();
  const known = new Map(there.map((row) => [row.en_name, row as Record<string, unknown>]));
  const groupId = await systemGroup(db, now);
  for (const [at, [en_name, item]] of items.entries()) {
    const { zh_name, type, tip = '', options = [] } = item;
    const described = { groupId, zh_name, type, tip, options: options.join('\n'), sort: at };
    const row = known.get(en_name);
    if (row && Object.entries(described).every(([name, value]) => row[name] === value)) continue;
    await db
      .insertInto('config_item')
      .values({ ...described, en_name, value: item.value ?? '', ...newRecordStamps(now) } as never)
      .onConflict((conflict) => conflict.column('en_name').doUpdateSet(described))
      .execute();
  }
}

async function systemGroup(db: Db, now: string): Promise<number> {
  const found = await db.selectFrom('config_group').select('id').where('kind', '=', 'system').executeTakeFirst();
  if (found) return found.id;
  const { id } = await db
    .insertInto('config_group')
    .values({ title: '系统配置', ident: 'system', kind: 'system', sort: 0, ...newRecordStamps(now) } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
