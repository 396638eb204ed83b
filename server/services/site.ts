import type { Db } from '../database/tables.ts';

/** The site's name and logo, from the configuration. */
export async function webInfo(db: Db): Promise<{ web_title: string; web_logo: string }> {
  const items = await db
    .selectFrom('config_item')
    .select(['en_name', 'value'])
    .where('en_name', 'in', ['web_title', 'web_logo'])
    .execute();
  const values = Object.fromEntries(items.map(({ en_name, value }) => [en_name, value]));
  return { web_title: values.web_title ?? '', web_logo: values.web_logo ?? '' };
}

export async function saveConfigItem(db: Db, en_name: string, value: string): Promise<void> {
  await db
    .insertInto('config_item')
    .values({ en_name, value })
    .onConflict((conflict) => conflict.column('en_name').doUpdateSet({ value }))
    .execute();
}
