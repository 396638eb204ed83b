import { column } from '../../contract/entities/column.ts';
import type { Entity } from '../../contract/entity.ts';
import { configValues } from '../config/config.ts';
import type { Settings } from '../core/settings.ts';
import type { Db, Row } from '../database/tables.ts';
import type { Caller } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { exampleColumnPattern, pagePattern, pageUrl } from './previews.ts';

interface LinkTarget {
  /** Empty where the configuration does not say where such pages are. */
  url: string;
  state: string;
  column: string;
}
export const noTarget: LinkTarget = { url: '', state: '', column: '' };

type Target = { entity: Entity; id: number };

export const isLinkTarget = (entity: Entity): boolean => Boolean(entity.model) || entity.name === column.name;

/** The public pages of columns and contents, in their order. */
export async function linkTargets(
  caller: Caller,
  settings: Settings,
  targets: readonly Target[],
): Promise<LinkTarget[]> {
  const { db } = caller;
  const rows = new Map<string, Row>();
  for (const [entity, same] of Map.groupBy(targets, (target) => target.entity)) {
    const read = await lifecycle.rowsOf(caller, entity, { ids: same.map(({ id }) => id) }, { heavy: false });
    for (const row of read as unknown as Row[]) rows.set(`${entity.name} ${row.id}`, row);
  }
  const columnIds = [...new Set([...rows.values()].map(({ col_id }) => Number(col_id)).filter(Boolean))];
  const columns = columnIds.length > 0 ? await lifecycle.readAll(caller, column, { ids: columnIds }) : [];
  const titles = new Map(columns.map(({ id, title }) => [Number(id), String(title)]));
  const [ofContents, ofColumns] = [await pagePattern(db, settings), await columnPattern(db, settings)];
  return targets.map(({ entity, id }) => {
    const row = rows.get(`${entity.name} ${id}`);
    if (!row) return noTarget;
    if (entity.name === column.name) {
      const url = String(row.link || pageUrl(ofColumns, { id, slug: row.url_name, col_id: id }, String(row.model)));
      return { url, state: row.status === 1 ? '' : 'hidden', column: '' };
    }
    const url = pageUrl(ofContents, row, entity.name);
    return { url, state: String(row.state ?? ''), column: titles.get(Number(row.col_id)) ?? '' };
  });
}

async function columnPattern(db: Db, { exampleSite }: Settings): Promise<string> {
  const { web_column_url, web_page_url } = await configValues(db, ['web_column_url', 'web_page_url']);
  return web_column_url || (exampleSite && !web_page_url ? exampleColumnPattern : '');
}
