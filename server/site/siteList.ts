import { siteContentFields } from '../../contract/calls/siteContent.ts';
import type { Db } from '../database/tables.ts';
import * as crud from '../engine/crud.ts';
import { pickFields } from '../engine/onlyDeclared.ts';
import { publicColumns } from './siteContents.ts';

interface Wanted {
  col_id?: number | null;
  model?: string;
  category_id?: number | null;
  is_top?: 0 | 1;
  is_recommend?: 0 | 1;
  is_hot?: 0 | 1;
  searchKey?: string;
  page?: number | null;
  limit?: number | null;
  sort?: string;
  order?: string;
}

export async function siteList(
  db: Db,
  { model, col_id, ...wanted }: Wanted,
): Promise<{ data: Record<string, unknown>[]; total: number }> {
  const { entity, ids: columns } = await publicColumns(db, { model, col_id });
  if (columns.length === 0) return { data: [], total: 0 };
  const { sort = 'sort', order = sort === 'sort' ? 'asc' : 'desc' } = wanted;
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined && value !== null));
  const query = { ...given, sort, order, col_id: columns, state: 'published', isPublic: true };
  const { data, total } = await crud.list(db, entity, query);
  const fields = siteContentFields({ heavy: false }, [entity]);
  return { data: data.map((row) => pickFields(fields, row) as Record<string, unknown>), total };
}
